# Sets node_api: compiler flags of an addon. Node's headers are packages of the folder in which this is read.
node_api="-isystem node_modules/node-addon-api -isystem node_modules/node-api-headers/include -fPIC -fvisibility=hidden"
node_api="$node_api -DNAPI_VERSION=8 -DNODE_ADDON_API_CPP_EXCEPTIONS_ALL -DNODE_ADDON_API_DISABLE_DEPRECATED"
# A worker thread can be stopped during a call of the addon: nothing can be thrown in it any more.
node_api="$node_api -DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS"
for header in node-addon-api/napi.h node-api-headers/include/node_api.h; do
  [ -f "node_modules/$header" ] || { echo "$PWD/node_modules/$header is missing (run pnpm install)" >&2; exit 69; }
done
