package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.transaction.State.DONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link Records#scan}, and {@link RecordQuery.Kind#LATEST}. */
public abstract class TransactionListingContract extends RecordContract {

  private static final Optional<State> ANY_STATE = Optional.empty();
  private static final Optional<AccountId> ANY_ACCOUNT = Optional.empty();
  private static final Labels INVOICE = Labels.NONE.referenced("invoice 7");

  private List<String> latest(Optional<State> state, Optional<AccountId> account, int limit) {
    return list(RecordQuery.latest(state, account, Labels.NONE, limit));
  }

  private static RecordQuery newest(int limit) {
    return RecordQuery.latest(ANY_STATE, ANY_ACCOUNT, Labels.NONE, limit);
  }

  private List<Lookup> scan(Optional<AccountId> account) {
    List<Lookup> shown = new ArrayList<>();
    records().scan(account, shown::add);
    return shown;
  }

  private static List<String> ids(List<Lookup> lookups) {
    return lookups.stream().map(Lookup::id).toList();
  }

  private void beginBody(NewTransaction body) {
    begin(NewRecord.alone(body, OWNER));
  }

  @Test
  void thoseBegunAtOneMomentComeByTheirIds() {
    List.of("t3", "t1", "t4", "t2", "～", "😀").forEach(id -> begin(alone(id)));
    begin(four());

    List<Transaction> listed =
        records().list(newest(99)).stream()
            .map(lookup -> lookup.transaction().orElseThrow())
            .toList();

    assertThat(listed)
        .hasSize(10)
        .isSortedAccordingTo(
            Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id));
  }

  @Test
  void theNewestFollowPageByPageWhateverIsAskedFor() {
    for (int at = 0; at < 5; at++) {
      begin(alone("t" + (9 - at)));
      beginBody(body("r" + at).labelled(INVOICE));
      beginBody(transfer("a" + at, at % 2 == 0 ? "B" : "X", at % 2 == 0 ? "X" : "B", usd("1")));
      if (at % 2 == 0) {
        letTimePass();
      }
    }
    begin(four());
    Optional<AccountId> account = Optional.of(accountId("X"));

    assertPaged(newest(2), 19);
    assertPaged(RecordQuery.latest(ANY_STATE, ANY_ACCOUNT, INVOICE, 2), 5);
    assertPaged(RecordQuery.latest(ANY_STATE, account, Labels.NONE, 2), 5);
    assertPaged(RecordQuery.latest(Optional.of(State.PENDING), ANY_ACCOUNT, Labels.NONE, 2), 15);
  }

  private void assertPaged(RecordQuery query, int all) {
    List<String> shown = paged(query);
    assertThat(shown).hasSize(all).isEqualTo(list(query.withLimit(99)));
    Transaction first = records().list(query).get(0).transaction().orElseThrow();
    assertThat(list(query.withLimit(99).after(first))).isEqualTo(shown.subList(1, all));
  }

  @Test
  void momentsAndSpansBeyondAllThatAStoreCanCountAreBeforeOrAfterEverything() {
    begin(alone("t1"));
    RecordQuery all = newest(99);
    Duration forever = Duration.ofSeconds(Long.MAX_VALUE);

    assertThat(list(all.createdSince(Instant.MIN).createdUntil(Instant.MAX))).containsExactly("t1");
    assertThat(list(all.createdSince(Instant.MAX))).isEmpty();
    assertThat(list(all.createdUntil(Instant.MIN))).isEmpty();
    assertThat(list(RecordQuery.unfinished(forever, 99))).isEmpty();
    assertThat(list(RecordQuery.ended(forever, 99))).isEmpty();
  }

  @Test
  void aPageOfTheNewestMissesNothingThatIsBegunMeanwhile() {
    begin(alone("t2"), alone("t1"));
    RecordQuery query = newest(1);
    List<Lookup> page = records().list(query);
    letTimePass();
    begin(alone("t0"));

    assertThat(ids(page)).hasSize(1);
    List<String> next = list(query.after(page));
    assertThat(next).hasSize(1).doesNotContain("t0").isNotEqualTo(ids(page));
  }

  @Test
  void thoseThatTouchAnAccountAreListedAndScannedOnWhicheverSide() {
    beginBody(transfer("from A", "A", "B", usd("1")));
    beginBody(transfer("not A", "B", "C", usd("1")));
    beginBody(
        transaction("A third", debit("B", usd("2")), credit("C", usd("1")), credit("A", usd("1"))));
    List<NewTransaction> members =
        List.of(transfer("to A", "C", "A", usd("1")), transfer("neither", "C", "B", usd("1")));
    begin(NewRecord.several(BATCH, members, false, OWNER));
    store("done", DONE);

    assertThat(latest(ANY_STATE, Optional.of(accountId("A")), 10))
        .containsExactlyInAnyOrder("from A", "to A", "A third", "done");
    assertThat(latest(Optional.of(DONE), Optional.of(accountId("A")), 10)).containsExactly("done");
    assertThat(latest(ANY_STATE, Optional.of(accountId("a")), 10)).isEmpty();
    assertThat(ids(scan(Optional.of(accountId("A")))))
        .containsExactlyInAnyOrder("from A", "to A", "A third", "done");
    assertThat(scan(Optional.of(accountId("nobody")))).isEmpty();
  }

  @Test
  void aScanShowsEveryTransactionOnceHoweverManyThereAre() {
    List<String> names = IntStream.range(10_000, 12_500).mapToObj(n -> "t" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    begin(several(BATCH, shuffled.subList(0, 1_000).toArray(String[]::new)));
    begin(
        shuffled.subList(1_000, 2_500).stream()
            .map(RecordContract::alone)
            .toArray(NewRecord[]::new));

    assertThat(ids(scan(Optional.empty()))).isEqualTo(names);
  }

  @Test
  void whoeverScansMayMoveRecordsMeanwhile() {
    begin(alone("t1"), alone("t2"), alone("t3"));

    records().scan(Optional.empty(), shown -> move(decideAlone(shown.id())));

    assertThat(latest(Optional.of(State.APPLIED), ANY_ACCOUNT, 10)).hasSize(3);
  }
}
