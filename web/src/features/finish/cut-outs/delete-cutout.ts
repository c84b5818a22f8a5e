import { request } from '../../../api/request.ts';

/** @throws the errors of `request` */
export async function deleteCutout(id: string): Promise<void> {
  await request('deleteCutout', { params: { id } });
}
