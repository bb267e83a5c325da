package io.twophase.domain.explorer.receipt;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.batch.protocol.MemberResult;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;

/**
 * Whether an answer is true: the same request has the same answer, which is what was decided, and
 * another one is never answered as the same. What is not certain says nothing.
 *
 * @param known what is so
 * @param id who is asked about
 * @param asked the body, if one was given
 * @param moved how much is said to be moved, of one that takes as much as there is
 */
record Judge(Known known, TransactionId id, Option<NewTransaction> asked, Option<Long> moved) {

  Option<String> fault(MemberResult result) {
    if (result instanceof MemberResult.Lone lone) {
      return fault(lone.result());
    }
    if (result instanceof MemberResult.OfBatch of) {
      return of.state() instanceof MemberState.Canceled canceled
          ? ofCanceled(canceled.reason())
          : ofApplied();
    }
    if (result instanceof MemberResult.IdReused) {
      return ofAnother();
    }
    return Option.when(
        result instanceof MemberResult.Expired, () -> id + " is said to be gone for ever");
  }

  Option<String> fault(Result result) {
    if (result instanceof Result.Applied) {
      return ofApplied();
    }
    if (result instanceof Result.Canceled canceled) {
      return ofCanceled(canceled.reason());
    }
    if (result instanceof Result.IdReused) {
      return ofAnother();
    }
    if (result instanceof Result.AlreadyDecided) {
      return Option.when(!known.happens(id), () -> id + " is said to be decided, and is not");
    }
    if (result instanceof Result.NotFound) {
      return Option.when(
          known.begun().containsKey(id), () -> id + " is said never to have been there");
    }
    return Option.when(
        result instanceof Result.AuthorizationRefused refused
            && refused.refusal() instanceof AuthorizationRefusal.RecordRemoved removed
            && removed.applied() != known.happens(id),
        () -> id + " is refused as what it was not");
  }

  private Option<String> ofApplied() {
    if (!known.happens(id)) {
      return Option.some(id + " is answered as applied, and is not");
    }
    long captured =
        asked
            .map(
                body ->
                    known
                        .decided()
                        .get(id)
                        .get()
                        .captured()
                        .amountOf(body.accountOperations().get(0)))
            .getOrElse(0L);
    boolean isOther = asked.exists(NewTransaction::isAtMost) && !moved.contains(captured);
    return ofSame()
        .orElse(Option.when(isOther, () -> id + " moved " + captured + ", and is said: " + moved));
  }

  private Option<String> ofCanceled(CancelReason reason) {
    boolean isSo = known.decided().get(id).exists(what -> what.reason().contains(reason));
    return Option.when(!isSo, () -> id + " is answered as " + reason.kind() + ", and is not")
        .orElse(this::ofSame);
  }

  private Option<String> ofSame() {
    return Option.when(!isSame(), () -> "another body than that of " + id + " is answered as it");
  }

  private Option<String> ofAnother() {
    return Option.when(isSame(), () -> id + " is refused as another, and is the same");
  }

  private boolean isSame() {
    return asked.isEmpty()
        || known
            .begun()
            .get(id)
            .exists(first -> first.isTombstone() || first.asksTheSameAs(asked.get()));
  }
}
