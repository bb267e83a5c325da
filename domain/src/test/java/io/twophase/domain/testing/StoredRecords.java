package io.twophase.domain.testing;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records as they are stored, at epoch 1, brought to a state by transitions. */
public final class StoredRecords {

  private static final Owner OWNER = new Owner(Fixtures.APP, new Token("owner"));

  private StoredRecords() {}

  /** A record of one. */
  public static NewRecord alone(NewTransaction body) {
    return NewRecord.alone(body, OWNER);
  }

  /** A record of several. */
  public static NewRecord several(String id, NewTransaction... members) {
    return NewRecord.several(new RecordId(id), List.of(members), false, OWNER);
  }

  /** A decision that leaves these members out, and applies the others. */
  public static Verdict leaving(TransactionId... members) {
    return new Verdict(Map.of(), Set.of(members), Set.of(), Map.of());
  }

  /** A transaction alone in that state; what is authorized was asked for as an authorization. */
  public static Transaction lone(State state, NewTransaction body) {
    boolean waits = state == State.AUTHORIZED && body.authorization().isEmpty();
    NewTransaction asked =
        waits ? body.authorizedUnder(new AuthorizationTerms(Duration.ofDays(7))) : body;
    TransactionRecord record =
        body.isTombstone()
            ? NewRecord.tombstone(RecordId.of(body.id())).stored(NOW)
            : in(state, alone(asked), Verdict.ALL_APPLIED);
    return record.alone().orElseThrow();
  }

  /** The transitions from pending to that state. */
  public static List<Transition> to(NewRecord begun, State state, Verdict verdict) {
    RecordId id = begun.id();
    Transition decide = Transition.decide(id, begun.memberIds(), Epoch.FIRST, Map.of(), verdict);
    Transition cancel = Transition.cancel(begun.stored(NOW), ON_REQUEST, OWNER, List.of());
    return switch (state) {
      case INITIAL, PENDING -> List.of();
      case AUTHORIZED -> List.of(Transition.authorize(id, Epoch.FIRST));
      case APPLIED -> List.of(decide);
      case DONE -> List.of(decide, Transition.finish(id, State.APPLIED));
      case CANCELING -> List.of(cancel);
      case CANCELED -> List.of(cancel, Transition.finish(id, State.CANCELING));
    };
  }

  /** The record in that state; one that is initial has no owner yet. */
  public static TransactionRecord in(State state, NewRecord begun, Verdict verdict) {
    NewRecord first =
        state == State.INITIAL
            ? new NewRecord(begun.id(), begun.members(), false, Optional.empty())
            : begun;
    TransactionRecord record = first.stored(NOW);
    for (Transition transition : to(begun, state, verdict)) {
      record = transition.apply(record, NOW).orElseThrow();
    }
    return record;
  }
}
