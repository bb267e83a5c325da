package io.twophase.domain.account;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;

/** The account has no such hold of the batch; the account is unchanged. */
public record NoRange(AccountId account, BatchId batch) {}
