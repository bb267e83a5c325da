package io.twophase.test.contract.account;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Opening;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.AccountLookup.Absent;
import io.twophase.domain.outcome.AccountLookup.Found;
import io.twophase.ports.AccountRepository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link AccountRepository#find} and {@link AccountRepository#scan}. */
public abstract class AccountReadingContract extends AccountContract {

  /** In their order: above U+FFFF the order of UTF-16 units is another. */
  private static final List<String> BY_CODE_POINT =
      List.of("$", "10", "9", "A", "A b", "AA", "Z", "a", "a.b", "é", "ﬀ", "～", "𐀀", "😀", "😀a");

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AccountReadingContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void accountsAreFoundInTheOrderAsked() {
    openAll("A", "B", "C");

    assertThat(accounts().find(ids("C", "A", "B")))
        .containsExactly(found("C"), found("A"), found("B"));
  }

  @Test
  void anAccountThatIsNotThereIsAbsentInItsPlace() {
    openAll("A", "B");

    assertThat(accounts().find(ids("A", "nowhere", "B")))
        .containsExactly(found("A"), new Absent(accountId("nowhere")), found("B"));
  }

  @Test
  void anAccountAskedTwiceIsAnsweredTwice() {
    openAll("A");

    assertThat(accounts().find(ids("A", "nowhere", "A", "nowhere")))
        .containsExactly(
            found("A"),
            new Absent(accountId("nowhere")),
            found("A"),
            new Absent(accountId("nowhere")));
  }

  @Test
  void idsAreToldApartByCaseAndByEveryCharacter() {
    openAll("a", "e\u0301");

    assertThat(accounts().find(ids("A", "a ".strip(), "é", "e\u0301")))
        .containsExactly(
            new Absent(accountId("A")), found("a"), new Absent(accountId("é")), found("e\u0301"));
  }

  @Test
  void aThousandAreFoundInOneCall() {
    openAll(IntStream.range(0, 500).mapToObj(n -> "a" + n).toArray(String[]::new));
    List<AccountId> wanted =
        IntStream.range(0, 1_000).mapToObj(n -> accountId("a" + (999 - n))).toList();

    List<AccountLookup> lookups = accounts().find(wanted);

    assertThat(lookups.subList(0, 500)).allMatch(Absent.class::isInstance);
    assertThat(lookups.subList(500, 1_000))
        .extracting(lookup -> ((Found) lookup).account().id())
        .isEqualTo(wanted.subList(500, 1_000));
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(accounts().find(List.of())).isEmpty();
  }

  @Test
  void anEmptyRepositoryShowsNothing() {
    assertThat(scan()).isEmpty();
  }

  @Test
  void aScanIsInTheOrderOfCodePoints() {
    List<String> opened = new ArrayList<>(BY_CODE_POINT);
    opened.sort(null);
    openAll(opened.toArray(String[]::new));

    assertThat(namesOf(scan())).isEqualTo(BY_CODE_POINT);
  }

  @Test
  void aScanShowsEveryAccountOnceHoweverManyThereAre() {
    List<String> names = IntStream.range(10_000, 12_500).mapToObj(n -> "a" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    openAll(shuffled.toArray(String[]::new));

    assertThat(namesOf(scan())).isEqualTo(names);
  }

  @Test
  void anAccountOpenedLaterIsInItsPlaceInTheNextScan() {
    openAll("A", "C");
    assertThat(namesOf(scan())).containsExactly("A", "C");
    openAll("B");

    assertThat(namesOf(scan())).containsExactly("A", "B", "C");
  }

  @Test
  void aScanShowsTheAccountsWholeAndAsTheyAreNow() {
    open(account("A").overdraft(usd("3")).opening(usd("5")));
    held(leg("t1", 1, debit("A", usd("8"))));

    assertThat(scan()).containsExactly(new Found(read("A")));
    settle(leg("t1", 1, debit("A", usd("8"))));
    assertThat(scan()).containsExactly(new Found(read("A")));
  }

  @Test
  void whoeverScansMayUseTheRepositoryMeanwhile() {
    openAll("A", "B", "C");

    List<AccountLookup> again = new ArrayList<>();
    accounts().scan(seen -> again.addAll(accounts().find(List.of(((Found) seen).account().id()))));

    assertThat(namesOf(again)).containsExactly("A", "B", "C");
  }

  @Test
  void aScanOfHeldAccountsShowsThoseThatHaveAHoldAndNoOthers() {
    openAll("A", "BB", "CCC", "DDDD");
    assertThat(scanHeld()).isEmpty();
    held(leg("t1", 1, debit("CCC", cents(1))));
    held(leg("t2", 1, credit("A", cents(1))));
    held(leg("t3", 1, debit("BB", cents(1))));
    held(leg("t4", 1, debit("BB", cents(1))));
    settle(leg("t3", 1, debit("BB", cents(1))));

    assertThat(scanHeld())
        .containsExactly(new Found(read("A")), new Found(read("BB")), new Found(read("CCC")));
  }

  @Test
  void anAccountWithoutItsLastHoldIsNotInAScanOfHeldOnes() {
    openAll("A", "BB");
    held(leg("t1", 1, debit("A", cents(1))));
    held(leg("t1", 1, credit("BB", cents(1))));
    settle(leg("t1", 1, debit("A", cents(1))));
    accounts().release(List.of(leg("t1", 1, credit("BB", cents(1)))));

    assertThat(scanHeld()).isEmpty();
  }

  @Test
  void aScanOfHeldAccountsShowsEachOnceInOrderHoweverManyThereAre() {
    List<String> names = IntStream.range(1_000, 2_500).mapToObj(n -> "a" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    openAll(shuffled.toArray(String[]::new));
    accounts().hold(shuffled.stream().map(n -> leg("t", 1, credit(n, cents(1)))).toList());

    assertThat(namesOf(scanHeld())).isEqualTo(names);
  }

  private List<AccountLookup> scanHeld() {
    List<AccountLookup> seen = new ArrayList<>();
    accounts().scanHeld(seen::add);
    return seen;
  }

  private List<AccountLookup> scan() {
    List<AccountLookup> seen = new ArrayList<>();
    accounts().scan(seen::add);
    return seen;
  }

  private void openAll(String... names) {
    open(
        Arrays.stream(names)
            .map(name -> account(name).opening(cents(name.length())))
            .toArray(Opening[]::new));
  }

  private static AccountLookup found(String name) {
    return new Found(account(name).with(cents(name.length())));
  }

  private static List<String> namesOf(List<AccountLookup> lookups) {
    return lookups.stream().map(lookup -> ((Found) lookup).account().id().value()).toList();
  }
}
