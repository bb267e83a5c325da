package io.twophase.cli.testing;

import static io.twophase.domain.record.Verdict.ALL_APPLIED;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Another process on a store, which is at a transaction or has died in it. */
public record OtherProcess(Store store) {

  private static final Owner OWNER = new Owner(application("other"), token("other"));

  /** A transaction of these operations. */
  public static NewTransaction body(String id, Operation... operations) {
    return new NewTransaction(new TransactionId(id), List.of(operations), Optional.empty());
  }

  /** Inserts the transaction's record, pending. */
  public OtherProcess begin(NewTransaction body) {
    assertThat(store.records().insert(List.of(NewRecord.alone(body, OWNER))))
        .containsExactly(List.of(BeginOutcome.BEGUN));
    return this;
  }

  /** Places each hold of the transaction. */
  public OtherProcess hold(NewTransaction body) {
    RecordId id = RecordId.of(body.id());
    List<Placing> holds =
        Claims.of(List.of(Member.of(body)), false).all().stream()
            .map(claim -> new Placing(id, Epoch.FIRST, claim))
            .toList();
    assertThat(store.holds().place(holds))
        .extracting(Answer::kind)
        .containsOnly(Answer.Kind.HELD)
        .hasSameSizeAs(holds);
    return this;
  }

  /** Decides that the transaction is applied. */
  public OtherProcess decide(NewTransaction body) {
    return move(
        Transition.decide(
            RecordId.of(body.id()), List.of(body.id()), Epoch.FIRST, Map.of(), ALL_APPLIED));
  }

  private OtherProcess move(Transition transition) {
    assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    return this;
  }
}
