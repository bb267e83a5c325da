package io.twophase.app.usecase;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;

/**
 * A transfer to make.
 *
 * @param id names it: asked again under the same id with the same figures, it has the same answer
 * @param source the account to be debited
 * @param destination the account to be credited
 * @param amount how much, above zero
 */
public record TransferRequest(
    TransactionId id, AccountId source, AccountId destination, Money amount) {}
