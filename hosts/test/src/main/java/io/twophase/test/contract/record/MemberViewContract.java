package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Records#findMembers}: members as transactions, whose state their record says. */
public abstract class MemberViewContract extends RecordContract {

  private Transaction view(String id) {
    return member(id).transaction().orElseThrow();
  }

  private void areIn(State m1, State m2, State m3, State m4) {
    assertThat(Stream.of("m1", "m2", "m3", "m4").map(id -> view(id).state()))
        .containsExactly(m1, m2, m3, m4);
  }

  @Test
  void membersArePendingAndAsTheDecisionSaysThen() {
    begin(four());
    move(exclude("m2"));
    areIn(State.PENDING, State.CANCELING, State.PENDING, State.PENDING);

    move(decide());
    areIn(State.APPLIED, State.CANCELING, State.CANCELING, State.PENDING);
    assertThat(view("m2").reason()).contains(ON_REQUEST);
    assertThat(view("m3").reason()).contains(REFUSAL);

    move(finish(BATCH));
    areIn(State.DONE, State.CANCELED, State.CANCELED, State.PENDING);
    assertThat(view("m1").application()).contains(APP);
    assertThat(view("m1").owner()).isEqualTo(OWNER.process());
    assertThat(view("m1").token()).isEmpty();
    assertThat(view("m4").application()).isEmpty();
  }

  @Test
  void aMemberWhoseRecordIsAbsentOrDoesNotListItIsPending() {
    ended();
    records().insert(List.of(several(BATCH, "m5"), several(OTHER, "m6")));
    records().take(List.of(MemberTake.into(OTHER, document(BATCH, "m4"))));

    assertThat(view("m5").state()).isEqualTo(State.PENDING);
    assertThat(record(BATCH).frees(transactionId("m5"))).isTrue();
    assertThat(view("m4").state()).isEqualTo(State.PENDING);
    assertThat(member("m4").record().map(found -> found.id())).contains(OTHER);
  }

  @Test
  void aMemberIsDecidedAndEndsWhenItsRecordDoes() {
    begin(four());
    letTimePass();
    move(exclude("m2"), decide());
    Instant decided = record(BATCH).timeline().decidedAt().orElseThrow();
    assertThat(view("m1").timeline().decidedAt()).contains(decided);
    assertThat(view("m1").timeline().finishedAt()).isEmpty();
    letTimePass();
    move(finish(BATCH));

    Instant endedAt = record(BATCH).endedAt().orElseThrow();
    for (String id : List.of("m1", "m2", "m3")) {
      assertThat(view(id).timeline().decidedAt()).contains(decided);
      assertThat(view(id).timeline().finishedAt()).contains(endedAt);
      assertThat(view(id).lastModified()).isAfter(decided);
    }
    assertThat(view("m4").timeline().decidedAt()).isEmpty();
  }

  @Test
  void theLatestOfAMemberIsWhatTheDecisionSays() {
    begin(four());
    move(exclude("m2"), decide());

    assertThat(records().findLatest(transactionId("m1")).transaction())
        .isEqualTo(member("m1").transaction());
    assertThat(records().findLatest(transactionId("absent")).kind()).isEqualTo(Lookup.Kind.ABSENT);
  }

  @Test
  void aRecordOfSeveralIsNoTransactionAndAMemberIsNoRecord() {
    begin(four());

    assertThat(member(BATCH.value()).kind()).isEqualTo(Lookup.Kind.UNREADABLE);
    assertThat(member(BATCH.value()).id()).isEqualTo(BATCH.value());
    assertThat(lookup(id("m1")).kind()).isEqualTo(Lookup.Kind.UNREADABLE);
    assertThat(lookup(id("m1")).record()).isEmpty();
  }
}
