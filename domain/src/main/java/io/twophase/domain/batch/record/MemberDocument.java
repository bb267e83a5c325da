package io.twophase.domain.batch.record;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * The document of a transfer that a batch decides. It is written once and has no state: that is
 * read from the batch. Only {@code batch} ever changes, by rule 20, or the whole becomes the record
 * of a lone transfer.
 *
 * @param batch that decides it
 * @param body what was asked for
 */
public record MemberDocument(BatchId batch, NewTransaction body) {

  /**
   * @throws IllegalArgumentException if the body is no transfer
   */
  public MemberDocument {
    Members.of(body);
  }

  /** Names the transfer. */
  public TransactionId id() {
    return body.id();
  }

  /** The transfer as a lone transaction of epoch 1, begun by who takes it. */
  public Transaction alone(
      ApplicationName application, Option<OwnerId> owner, Token token, Instant at) {
    return Transaction.begun(body, application, owner, token, at);
  }

  /** The transfer as a lone transaction that was canceled before anybody held anything for it. */
  public Transaction canceled(CancelReason reason, Token token, Instant at) {
    return new Transition.CancelUnclaimed(id(), reason, token)
        .change(Transaction.submitted(body, at), at);
  }

  /** The same transfer, decided by another batch. */
  public MemberDocument takenBy(BatchId other) {
    return new MemberDocument(other, body);
  }
}
