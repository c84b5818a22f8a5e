import { deleteUser, listAttributes } from '../users.ts';
import { adminOperation, userOperation } from './operation.ts';

export const accountOperations = {
  GetUser: userOperation({}, (_client, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
  })),

  DeleteUser: userOperation({}, ({ pool }, user) => {
    deleteUser(pool, user);
    return {};
  }),

  AdminGetUser: adminOperation((_pool, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
    UserCreateDate: user.createdAt / 1_000,
    UserLastModifiedDate: user.modifiedAt / 1_000,
    Enabled: true,
    UserStatus: user.status,
  })),

  AdminDeleteUser: adminOperation((pool, user) => {
    deleteUser(pool, user);
    return {};
  }),
};
