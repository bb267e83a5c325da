package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.account.AccountContract;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link TransactionRepository#latest} and {@link TransactionRepository#scan}. */
public abstract class TransactionListingContract extends TransactionContract {

  private static final Option<State> ANY_STATE = Option.none();
  private static final Option<AccountId> ANY_ACCOUNT = Option.none();

  /** In their order: above U+FFFF the order of UTF-16 units is another. */
  private static final List<String> BY_CODE_POINT =
      List.of("$", "10", "9", "A", "A b", "AA", "Z", "a", "a.b", "é", "ﬀ", "～", "𐀀", "😀", "😀a");

  private static final Labels INVOICE = Labels.NONE.referenced("invoice 7");

  private final Runnable letTimePass;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param letTimePass lets the store's clock advance by a few milliseconds
   */
  protected TransactionListingContract(
      Supplier<TransactionRepository> fresh, Runnable letTimePass) {
    super(fresh);
    this.letTimePass = letTimePass;
  }

  @Test
  void theNewestComeFirst() {
    for (String id : List.of("t2", "t3", "t1")) {
      begin(begun(body(id)));
      letTimePass.run();
    }

    assertThat(latest(ANY_STATE, ANY_ACCOUNT, 10)).containsExactly("t1", "t3", "t2");
  }

  @Test
  void theNewestAreThoseBegunLastAndNotThoseChangedLast() {
    begin(begun(body("t1")));
    letTimePass.run();
    begin(begun(body("t2")));
    letTimePass.run();
    advance(new Transition.Decide(transactionId("t1"), Epoch.FIRST));

    assertThat(latest(ANY_STATE, ANY_ACCOUNT, 10)).containsExactly("t2", "t1");
  }

  @Test
  void thoseBegunAtOneMomentComeByTheirIds() {
    begin(
        List.of("t3", "t1", "t4", "t2", "～", "😀").stream()
            .map(id -> begun(body(id)))
            .toArray(NewRecord[]::new));

    List<TransactionLookup> listed =
        transactions().latest(new TransactionQuery(ANY_STATE, ANY_ACCOUNT, 10));

    List<Transaction> records = new ArrayList<>(listed.stream().map(s -> recordOf(s)).toList());
    assertThat(records).hasSize(6);
    assertThat(records)
        .isSortedAccordingTo(
            Comparator.comparing(Transaction::createdAt).reversed().thenComparing(Transaction::id));
  }

  @Test
  void noMoreThanAskedAreListedAndTheyAreTheNewest() {
    for (int n = 0; n < 5; n++) {
      begin(begun(body("t" + n)));
      letTimePass.run();
    }

    assertThat(latest(ANY_STATE, ANY_ACCOUNT, 2)).containsExactly("t4", "t3");
    assertThat(latest(ANY_STATE, ANY_ACCOUNT, 1)).containsExactly("t4");
    assertThat(latest(ANY_STATE, ANY_ACCOUNT, TransactionRepository.MAX_LATEST)).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource
  void thoseOfOneStateAreListed(State wanted) {
    for (State state : State.values()) {
      store(body("it is " + state), state);
    }

    assertThat(latest(Option.some(wanted), ANY_ACCOUNT, 10)).containsExactly("it is " + wanted);
  }

  @Test
  void thoseThatTouchAnAccountAreListedOnWhicheverSide() {
    begin(begun(transfer("from A", "A", "B", usd("1"))));
    begin(begun(transfer("to A", "C", "A", usd("1"))));
    begin(begun(transfer("not A", "B", "C", usd("1"))));
    begin(
        submitted(
            transaction(
                "A third", debit("B", usd("2")), credit("C", usd("1")), credit("A", usd("1")))));

    assertThat(latest(ANY_STATE, Option.some(accountId("A")), 10))
        .containsExactlyInAnyOrder("from A", "to A", "A third");
    assertThat(latest(ANY_STATE, Option.some(accountId("a")), 10)).isEmpty();
  }

  @Test
  void thoseOfAStateThatTouchAnAccountAreListedNewestFirst() {
    for (int n = 0; n < 3; n++) {
      store(transfer("done A" + n, "A", "B", usd("1")), State.DONE);
      store(transfer("done C" + n, "C", "B", usd("1")), State.DONE);
      store(transfer("pending A" + n, "A", "B", usd("1")), State.PENDING);
      letTimePass.run();
    }

    Option<State> done = Option.some(State.DONE);
    assertThat(latest(done, Option.some(accountId("A")), 10))
        .containsExactly("done A2", "done A1", "done A0");
    assertThat(latest(done, Option.some(accountId("A")), 2)).containsExactly("done A2", "done A1");
  }

  @Test
  void thoseOfWhichAllThatIsAskedForIsSaidAreListed() {
    Labels both = Labels.NONE.referenced("invoice 7").with("shop", "Bern").with("0", "$a.b");
    begin(begun(transfer("both", "A", "B", usd("1")).labelled(both)));
    begin(begun(transfer("reference", "A", "B", usd("1")).labelled(INVOICE)));
    begin(begun(transfer("shop", "C", "B", usd("1")).labelled(Labels.NONE.with("shop", "Bern"))));
    begin(begun(transfer("other", "A", "B", usd("1")).labelled(INVOICE.referenced("invoice 70"))));
    begin(begun(transfer("none", "A", "B", usd("1"))));

    assertThat(labelled(INVOICE)).containsExactlyInAnyOrder("both", "reference");
    assertThat(labelled(Labels.NONE.with("shop", "Bern")))
        .containsExactlyInAnyOrder("both", "shop");
    assertThat(labelled(INVOICE.with("shop", "Bern"))).containsExactly("both");
    assertThat(labelled(both)).containsExactly("both");
    assertThat(labelled(Labels.NONE.with("shop", ""))).isEmpty();
    assertThat(labelled(Labels.NONE.with("Bern", "shop"))).isEmpty();
    assertThat(
            namesOf(
                transactions()
                    .latest(
                        new TransactionQuery(
                            Option.some(State.PENDING),
                            Option.some(accountId("C")),
                            Labels.NONE.with("shop", "Bern"),
                            10))))
        .containsExactly("shop");
  }

  @Test
  void labelsAreReadBackAsTheyWereBegunAndStay() {
    Labels odd =
        Labels.NONE.referenced("$a.b '\"{} 😀").with("a b", "").with("ü", " $x.y ").with("0", "1");
    begin(begun(body("t1").labelled(odd)));
    begin(submitted(body("t2").labelled(INVOICE)));

    advance(new Transition.Decide(transactionId("t1"), Epoch.FIRST));

    assertThat(read("t1").body().labels()).isEqualTo(odd);
    assertThat(read("t2").body().labels()).isEqualTo(INVOICE);
    assertThat(transactions().begin(List.of(begun(body("t1").labelled(INVOICE)))))
        .containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(read("t1").body().labels()).isEqualTo(odd);
  }

  private List<String> labelled(Labels wanted) {
    return namesOf(transactions().latest(new TransactionQuery(ANY_STATE, ANY_ACCOUNT, wanted, 10)));
  }

  @Test
  void anEmptyRepositoryListsNothing() {
    assertThat(latest(ANY_STATE, ANY_ACCOUNT, 10)).isEmpty();
    assertThat(scan()).isEmpty();
  }

  @Test
  void whatIsListedIsTheWholeRecord() {
    store(body("t1"), State.CANCELED);

    TransactionLookup listed =
        AccountContract.only(
            transactions().latest(new TransactionQuery(ANY_STATE, ANY_ACCOUNT, 1)));
    TransactionLookup scanned = AccountContract.only(scan());

    assertThat(recordOf(listed)).isEqualTo(read("t1"));
    assertThat(recordOf(scanned)).isEqualTo(read("t1"));
    for (TransactionLookup lookup : List.of(listed, scanned)) {
      assertThat(((TransactionLookup.Found) lookup).unmodifiedFor())
          .isBetween(Duration.ZERO, Duration.ofMinutes(1));
    }
  }

  @Test
  void aScanIsInTheOrderOfCodePoints() {
    List<String> begun = new ArrayList<>(BY_CODE_POINT);
    begun.sort(null);
    begin(begun.stream().map(id -> begun(body(id))).toArray(NewRecord[]::new));

    assertThat(namesOf(scan())).isEqualTo(BY_CODE_POINT);
  }

  @Test
  void aScanShowsEveryRecordOnceHoweverManyThereAre() {
    List<String> names = IntStream.range(10_000, 12_500).mapToObj(n -> "t" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    begin(shuffled.stream().map(id -> begun(body(id))).toArray(NewRecord[]::new));

    assertThat(namesOf(scan())).isEqualTo(names);
  }

  @Test
  void aScanShowsRecordsOfEveryState() {
    for (State state : State.values()) {
      store(body(state.name()), state);
    }

    assertThat(scan())
        .hasSize(State.values().length)
        .allSatisfy(
            seen ->
                assertThat(recordOf(seen).id().value()).isEqualTo(recordOf(seen).state().name()));
  }

  @Test
  void aScanOfAnAccountShowsAllThatMoveItsMoneyInEveryState() {
    for (State state : State.values()) {
      store(transfer("from " + state, "A", "B", usd("1")), state);
    }
    begin(begun(transfer("to", "C", "A", usd("1"))));
    begin(begun(transfer("neither", "B", "C", usd("1"))));
    begin(
        begun(
            transaction(
                "third", debit("B", usd("2")), credit("C", usd("1")), credit("A", usd("1")))));

    List<TransactionLookup> seen = new ArrayList<>();
    transactions().scan(accountId("A"), seen::add);

    List<String> expected = new ArrayList<>(List.of("to", "third"));
    for (State state : State.values()) {
      expected.add("from " + state);
    }
    assertThat(namesOf(seen)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(seen).allSatisfy(one -> assertThat(recordOf(one)).isEqualTo(read(recordOf(one))));
  }

  private Transaction read(Transaction record) {
    return read(record.id().value());
  }

  @Test
  void whoeverScansMayUseTheRepositoryMeanwhile() {
    begin(begun(body("t1")), begun(body("t2")), begun(body("t3")));

    transactions().scan(seen -> advance(new Transition.Decide(recordOf(seen).id(), Epoch.FIRST)));

    assertThat(latest(Option.some(State.APPLIED), ANY_ACCOUNT, 10)).hasSize(3);
  }

  private List<TransactionLookup> scan() {
    List<TransactionLookup> seen = new ArrayList<>();
    transactions().scan(seen::add);
    return seen;
  }

  private List<String> latest(Option<State> state, Option<AccountId> account, int limit) {
    return namesOf(transactions().latest(new TransactionQuery(state, account, limit)));
  }

  private static List<String> namesOf(List<TransactionLookup> lookups) {
    return lookups.stream().map(lookup -> recordOf(lookup).id().value()).toList();
  }
}
