#include <iostream>
#include <string>

int main() {
    int low = 1, high = 1000;
    for (std::string reply; reply != "right";) {
        const int guess = (low + high) / 2;
        std::cout << guess << std::endl;
        std::cin >> reply;
        if (reply == "more") low = guess + 1;
        if (reply == "fewer") high = guess - 1;
    }
}
