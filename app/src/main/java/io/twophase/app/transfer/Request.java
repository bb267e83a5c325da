package io.twophase.app.transfer;

import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Either;

/** Asks for a transaction: a {@link TransferRequest} or a {@link TransactionRequest}. */
public sealed interface Request permits TransferRequest, TransactionRequest {

  /** Names it: asked again under the same id for the same, it has the same answer. */
  TransactionId id();

  /** Returns what is to be stored; or why it can be no transaction. */
  Either<TransactionRefusal, NewTransaction> transaction();
}
