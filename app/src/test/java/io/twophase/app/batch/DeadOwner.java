package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Owner;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Store;
import java.util.List;

/** A process that does a part of a record of several, and dies. */
public record DeadOwner(Store store) {

  static final Owner DEAD = new Owner(application("dead"), token("dead"));

  /** A record that is begun without an answer. */
  public RecordId left(NewTransaction... members) {
    return left("batch:left", members);
  }

  public RecordId left(String id, NewTransaction... members) {
    RecordId record = new RecordId(id);
    store.records().insert(List.of(NewRecord.several(record, List.of(members), false, DEAD)));
    return record;
  }

  TransactionRecord record(RecordId id) {
    return store.records().find(List.of(id)).get(0).record().orElseThrow();
  }

  public void move(Transition... transitions) {
    for (Transition transition : transitions) {
      assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    }
  }

  /** The record is decided, as its exclusions are now. */
  public void decide(RecordId id, long epoch, Verdict verdict) {
    TransactionRecord read = record(id);
    move(Transition.decide(id, read.members(), epoch(epoch), read.excluded(), verdict));
  }

  private static Claim claim(String account, Range range) {
    return new Claim.OfRange(
        new Target.OfAccount(accountId(account)), new Scale.Money(Fixtures.USD), range, true);
  }

  /** The record holds ranges. */
  void held(RecordId record, long epoch, Range range, String... accounts) {
    for (String account : accounts) {
      Placing placing = new Placing(record, epoch(epoch), claim(account, range));
      assertThat(store.holds().place(List.of(placing)))
          .extracting(Answer::kind)
          .containsExactly(Answer.Kind.HELD);
    }
  }
}
