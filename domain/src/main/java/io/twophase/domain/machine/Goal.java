package io.twophase.domain.machine;

import io.twophase.domain.authorization.AuthorizationRequest;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Option;
import java.util.List;

/**
 * What a worker is asked: to begin a record; or, of a member that is there, to see it through,
 * cancel it, capture or approve it.
 */
public record Goal(
    Kind kind,
    Option<NewRecord> begins,
    List<TransactionId> members,
    Option<CancelReason> reason,
    Option<AuthorizationRequest> request) {
  public enum Kind {
    SUBMIT,
    RUN,
    RESUME,
    ABANDON,
    CANCEL,
    AUTHORIZE
  }
}
