import {
  awardSheetSchema,
  certificateTemplateAnswerSchema,
  type AwardRulesRequest,
  type AwardSheet,
  type CertificateTemplate,
  type CertificateTemplateAnswer,
  type PutAwardRequest,
} from '@sandglass/contracts';
import { request } from '../../api/client.ts';
import { addressOf } from './award-queries.ts';

export function putAward(contest: string, award: string, json: PutAwardRequest): Promise<AwardSheet> {
  const address = addressOf(contest, `awards/${encodeURIComponent(award)}`);
  return request(awardSheetSchema, address, { method: 'PUT', json });
}

/** As computed; one of the jury's own is gone. */
export function resetAward(contest: string, award: string): Promise<AwardSheet> {
  const address = addressOf(contest, `awards/${encodeURIComponent(award)}`);
  return request(awardSheetSchema, address, { method: 'DELETE' });
}

export function setAwardRules(contest: string, json: AwardRulesRequest): Promise<AwardSheet> {
  return request(awardSheetSchema, addressOf(contest, 'award-rules'), { method: 'PUT', json });
}

export function setCertificateTemplate(
  contest: string,
  json: CertificateTemplate,
): Promise<CertificateTemplateAnswer> {
  const address = addressOf(contest, 'certificate-template');
  return request(certificateTemplateAnswerSchema, address, { method: 'PUT', json });
}
