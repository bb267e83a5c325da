package io.twophase.app.transfer;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Either;

/** Asks for a transaction: a {@link TransferRequest} or a {@link TransactionRequest}. */
public sealed interface Request permits TransferRequest, TransactionRequest {

  /**
   * How many postings of periods a batch has at most. Each is a hold in one document: a write of a
   * document with so many holds costs as much as they weigh.
   */
  int MOST_POSTINGS = 50;

  /** Names it: asked again under the same id for the same, it has the same answer. */
  TransactionId id();

  /** Whether it is a posting of an accounting period, whose document all of its postings hold. */
  boolean isPosting();

  /** What is to be stored; or why it can be no transaction. */
  Either<TransactionRefusal, NewTransaction> transaction();
}
