package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.money;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.account.AccountContract;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link TransactionRepository#find}, and that whatever was stored is read back as it was. */
public abstract class TransactionReadingContract extends TransactionContract {

  private static final Currency YEN = Currency.getInstance("JPY");
  private static final Currency DINAR = Currency.getInstance("KWD");

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected TransactionReadingContract(Supplier<TransactionRepository> fresh) {
    super(fresh);
  }

  @Test
  void recordsAreFoundInTheOrderAskedAndTheAbsentAreToldInTheirPlace() {
    begin(begun(body("t1")), begun(body("t2")));

    assertThat(namesOf(transactions().find(ids("t2", "nowhere", "t1", "t2", "nowhere"))))
        .containsExactly("t2", "no nowhere", "t1", "t2", "no nowhere");
  }

  @Test
  void aThousandAreFoundInOneCall() {
    transactions().begin(IntStream.range(0, 500).mapToObj(n -> begun(body("t" + n))).toList());
    List<TransactionId> wanted =
        IntStream.range(0, 1_000).mapToObj(n -> transactionId("t" + (999 - n))).toList();

    List<TransactionLookup> lookups = transactions().find(wanted);

    assertThat(lookups.subList(0, 500)).allMatch(TransactionLookup.Absent.class::isInstance);
    assertThat(lookups.subList(500, 1_000))
        .extracting(lookup -> recordOf(lookup).id())
        .isEqualTo(wanted.subList(500, 1_000));
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(transactions().find(List.of())).isEmpty();
  }

  @Test
  void aRecordTellsForHowLongNothingHasChangedIt() {
    begin(begun(body("t1")));

    TransactionLookup lookup = AccountContract.only(transactions().find(ids("t1")));

    assertThat(((TransactionLookup.Found) lookup).unmodifiedFor())
        .isBetween(Duration.ZERO, Duration.ofMinutes(1));
  }

  static List<NewTransaction> bodies() {
    return List.of(
        transfer("cents", "A", "B", usd("0.01")),
        transfer("the largest amount", "A", "B", cents(Long.MAX_VALUE)),
        transfer("yen", "A", "B", money("7", YEN)),
        transfer("dinars", "A", "B", money("1.005", DINAR)),
        transfer("odd accounts", "$a.b", "ü 😀 '\"{}\\", usd("1")),
        transaction("credit first", credit("B", usd("1")), debit("A", usd("1"))),
        transaction(
            "one to many", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2"))),
        transaction(
            "many to one", debit("B", usd("1")), credit("A", usd("3")), debit("C", usd("2"))),
        transaction(
            "many to many",
            debit("B", eur("1")),
            debit("C", eur("2")),
            credit("D", eur("2.50")),
            credit("E", eur("0.50"))),
        transaction("a hundred legs", hundredLegs()),
        new NewTransaction(
            transactionId("cents:reversal"),
            List.of(debit("B", usd("0.01")), credit("A", usd("0.01"))),
            Option.some(transactionId("cents"))),
        new NewTransaction(
            transactionId("many:reversal"),
            List.of(debit("B", usd("2")), credit("A", usd("1")), credit("C", usd("1"))),
            Option.some(transactionId("odd.$id 😀"))));
  }

  private static AccountOperation[] hundredLegs() {
    return IntStream.range(0, 50)
        .boxed()
        .flatMap(n -> Stream.of(debit("d" + n, cents(n + 1L)), credit("c" + n, cents(n + 1L))))
        .toArray(AccountOperation[]::new);
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("bodies")
  void aBodyIsReadBackAsItWasStored(NewTransaction body) {
    assertReadBack(begun(body));
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("bodies")
  void aSubmittedBodyIsReadBackAsItWasStored(NewTransaction body) {
    assertReadBack(submitted(body));
  }

  @ParameterizedTest(name = BY_NUMBER)
  @ValueSource(
      strings = {
        "t",
        "a b  c",
        "a.b.c",
        ".",
        "$t",
        "$set",
        "_id",
        "ü",
        "日本",
        "😀",
        "'\"{}[]\\/",
        "-1"
      })
  void anyNamesAreReadBackAsTheyWereStored(String name) {
    assertReadBack(
        new NewRecord.Begun(
            transfer(name, name, name + "2", usd("1")), application(name), token(name)));
  }

  @Test
  void theLongestNamesAreReadBackAsTheyWereStored() {
    String name = "é".repeat(255);
    assertReadBack(
        new NewRecord.Begun(transfer(name, name, "B", usd("1")), application(name), token(name)));
  }

  static List<CancelReason> reasons() {
    List<CancelReason> reasons = new ArrayList<>();
    reasons.add(new CancelReason.Recovered());
    for (String text :
        List.of("", " ", "changed my mind", "a.b $c '\"{}\\\n\t😀", "x".repeat(2_000))) {
      reasons.add(new CancelReason.Requested(text));
    }
    for (HoldRefusal refusal :
        List.of(
            new HoldRefusal.NoSuchAccount(accountId("$odd.account 😀")),
            new HoldRefusal.AccountFrozen(accountId("A")),
            new HoldRefusal.AccountClosed(accountId("A")),
            new HoldRefusal.CurrencyMismatch(accountId("A"), EUR, USD),
            new HoldRefusal.CurrencyMismatch(accountId("A"), DINAR, YEN),
            new HoldRefusal.InsufficientFunds(accountId("A"), usd("0"), usd("0.01")),
            new HoldRefusal.InsufficientFunds(accountId("A"), cents(7), cents(Long.MAX_VALUE)),
            new HoldRefusal.InsufficientFunds(accountId("A"), money("1", YEN), money("2", YEN)),
            new HoldRefusal.CeilingReached(accountId("A"), eur("1.23"), eur("4.56")),
            new HoldRefusal.CeilingReached(
                accountId("A"), money("0", DINAR), money("0.001", DINAR)),
            new HoldRefusal.AccountBusy(accountId("A"), 5_000),
            new HoldRefusal.ForeignHold(
                transactionId("$odd.id 😀"), epoch(7), debit("$odd.account 😀", usd("0.01"))),
            new HoldRefusal.ForeignHold(
                transactionId("t1"), epoch(1), credit("A", money("0.001", DINAR))),
            new HoldRefusal.SecondOperation(accountId("A"), transactionId("t1")),
            new HoldRefusal.AccountCorrupt(accountId("A"), "balance is 'ten' 😀"))) {
      reasons.add(new CancelReason.Refused(refusal));
    }
    return reasons;
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("reasons")
  void aReasonIsReadBackAsItWasStored(CancelReason reason) {
    begin(begun(body("t1")), submitted(body("t2")));
    advance(
        new Transition.BeginCancel(transactionId("t1"), epoch(1), reason, token("c")),
        new Transition.CancelUnclaimed(transactionId("t2"), reason, token("c")));

    assertThat(read("t1").reason()).isEqualTo(Option.some(reason));
    assertThat(read("t2").reason()).isEqualTo(Option.some(reason));
    advance(new Transition.FinishCancel(transactionId("t1")));
    assertThat(read("t1").reason()).isEqualTo(Option.some(reason));
  }

  @Test
  void aMultiLegTransactionKeepsItsBodyThroughItsWholeLife() {
    NewTransaction body =
        transaction("t1", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2")));
    store(body, State.DONE);

    assertThat(read("t1").body()).isEqualTo(body);
  }

  @Test
  void aHighEpochIsReadBack() {
    store(body("t1"), State.PENDING);
    for (Epoch at = Epoch.FIRST; at.olderThan(epoch(40)); at = at.next()) {
      advance(new Transition.TakeOver(transactionId("t1"), at, APP, token("mine")));
    }

    assertThat(read("t1").epoch()).isEqualTo(epoch(40));
  }

  private void assertReadBack(NewRecord record) {
    begin(record);

    Transaction stored = read(record.id());
    assertThat(withoutTimes(stored)).isEqualTo(withoutTimes(record.stored(Instant.EPOCH)));
  }

  private static List<String> namesOf(List<TransactionLookup> lookups) {
    return lookups.stream()
        .map(
            lookup ->
                lookup instanceof TransactionLookup.Absent absent
                    ? "no " + absent.id()
                    : recordOf(lookup).id().value())
        .toList();
  }
}
