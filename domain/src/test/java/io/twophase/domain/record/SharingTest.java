package io.twophase.domain.record;

import static io.twophase.domain.record.Town.account;
import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactions share a record, and claim together: {@link Sharing} and {@link Claims}. */
class SharingTest {

  private static final CollectionName ACCOUNTS = CollectionName.of("accounts");
  private static final DocumentRef STOCK = CollectionName.of("stock").document((Object) "s");

  private static boolean share(Member... members) {
    Sharing sharing = new Sharing(ACCOUNTS, false);
    return Stream.of(members).allMatch(sharing::takes);
  }

  private static NewTransaction body(String id, Operation... operations) {
    return accepted(NewTransaction.of(transactionId(id), List.of(operations), Optional.empty()));
  }

  private static Member member(String id, Operation... operations) {
    return Member.of(body(id, operations));
  }

  @ParameterizedTest
  @CsvSource({
    "AB1 BA2 AC3~ CB1~, m1 m2 m3 m4",
    "AB1?a BC1?a AB1+s CB1+s, m1 m2 m3 m4",
    "AB1!a AB1!b, m1 m2",
    "AB1!a AB1!a, m1",
    "AB1?a AB1!a, m1",
    "AB1!a AB1?a, m1",
    "AB1?s AB1+s, m1",
    "AB1+s AB1!s, m1",
    "AB1!a CD1!b!a CD1!b, m1 m3"
  })
  void areTakenWhereTheyMayBeTogether(String words, String taken) {
    Sharing sharing = new Sharing(ACCOUNTS, false);
    assertThat(Town.members(words).stream().filter(sharing::takes).map(Member::id))
        .extracting(TransactionId::value)
        .containsExactly(taken.split(" ", -1));
  }

  /** A removal gives a value of a unique index free, which an insertion takes. */
  @Test
  void insertIntoOneCollectionOrRemoveFromItOneByOneInOrder() {
    DocumentRef another = CollectionName.of("stock").document((Object) "t");
    Member removal = member("m1", remove(STOCK));
    Member insertion = member("m2", insert(another, fields()));
    Member elsewhere = member("m3", insert(order("t"), fields()));
    Member change =
        member("m4", change(CollectionName.of("stock").document((Object) "u"), set("n", 1)));
    List<Member> all = List.of(removal, insertion, elsewhere, change);

    Sharing inOrder = new Sharing(ACCOUNTS, true);
    assertThat(all.stream().filter(inOrder::takes)).containsExactly(removal, elsewhere, change);
    Sharing inAnyOrder = new Sharing(ACCOUNTS, false);
    assertThat(all).allMatch(inAnyOrder::takes);
  }

  @Test
  void mayBePostingsOfAPeriod() {
    PeriodName november = new PeriodName("2026-11");
    assertThat(
            share(
                Member.of(accepted(Town.body(Town.id(0), "AB1").inPeriod(november))),
                Member.of(accepted(Town.body(Town.id(1), "BC1").inPeriod(november)))))
        .isTrue();
  }

  @Test
  void haveNoOtherChecksOrScalesOnOneTarget() {
    assertThat(
            share(member("m1", check(STOCK, is("n", 1))), member("m2", check(STOCK, is("n", 2)))))
        .isFalse();
    Member one = member("m1", new AddToField(STOCK, "n", 1, 0, 9));
    assertThat(share(one, member("m2", new AddToField(STOCK, "n", -3, 0, 9)))).isTrue();
    assertThat(share(one, member("m2", new AddToField(STOCK, "n", 1, 0, 8)))).isFalse();
    assertThat(share(one, member("m2", new AddToField(STOCK, "n", 1, 1, 9)))).isFalse();
    assertThat(share(one, member("m2", new AddToField(STOCK, "k", 1, 0, 9)))).isFalse();
    assertThat(
            share(
                member("m1", debit("A", usd("1")), credit("B", usd("1"))),
                member("m2", debit("A", eur("1")), credit("C", eur("1")))))
        .isFalse();
    assertThat(
            share(
                member("m1", debit("A", usd("1")), credit("B", usd("1"))),
                member("m2", debit("C", eur("1")), credit("D", eur("1")))))
        .as("currencies may mix")
        .isTrue();
  }

  @Test
  void claimAnAccountBesideTheCheckOfItsDocument() {
    Operation check = check(ACCOUNTS.document((Object) "A"), is("status", "open"));
    for (Member both :
        List.of(
            member("m9", check, debit("A", usd("1")), credit("B", usd("1"))),
            member("m9", debit("A", usd("1")), check, credit("B", usd("1"))))) {
      Sharing sharing = new Sharing(ACCOUNTS, false);

      assertThat(sharing.takes(Town.members("CD1").get(0))).isTrue();
      assertThat(sharing.takes(both)).isTrue();
      assertThat(sharing.takes(member("m7", debit("A", usd("1")), credit("E", usd("1")))))
          .isFalse();
      assertThat(sharing.takes(member("m8", check))).isFalse();
      assertThat(sharing.claims().all())
          .extracting(claim -> claim.target().toString())
          .hasSize(5)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void knowAnAccountAsTheDocumentThatItIs() {
    Member transfer = Town.members("AB1").get(0);
    Member checks = member("m2", check(ACCOUNTS.document((Object) "A"), is("status", "open")));

    assertThat(share(transfer, checks)).isFalse();
    assertThat(share(checks, transfer)).isFalse();
    assertThat(
            share(
                transfer, member("m2", check(CollectionName.of("things").document((Object) "A")))))
        .isTrue();
  }

  @Test
  void areNoAuthorizations() {
    Member transfer = Town.members("AB1").get(0);
    Member held =
        Member.of(
            Town.body(Town.id(1), "CD1")
                .authorizedUnder(new AuthorizationTerms(Duration.ofDays(1))));

    assertThat(share(held)).isFalse();
    assertThat(share(transfer, held)).isFalse();
    Sharing inOrder = new Sharing(ACCOUNTS, true);
    assertThat(Stream.of(held, held, transfer).filter(inOrder::takes)).containsExactly(held);
    assertThat(Stream.of(transfer, held).filter(new Sharing(ACCOUNTS, true)::takes))
        .containsExactly(transfer);
  }

  @Test
  void claimEachTargetOnceInTheOrderInWhichTheyTouchIt() {
    List<Claim> claims = Claims.of(Town.members("AB3?a CA1 AC2~ BD1?a!b AB1+s AB1+s"), true).all();

    assertThat(claims)
        .extracting(Claim::target)
        .containsExactly(
            account("A"),
            account("B"),
            Town.document("a"),
            account("C"),
            account("D"),
            Town.document("b"),
            Town.document("s"));
    assertThat(range(claims.get(0))).isEqualTo(Range.whole(7, 1));
    assertThat(range(claims.get(6))).isEqualTo(Range.whole(2, 0));
    assertThat(((Claim.OfDocument) claims.get(2)).member()).isEqualTo(Town.id(0));
    assertThat(((Claim.OfDocument) claims.get(5)).member()).isEqualTo(Town.id(3));
    assertThat(claims.stream().filter(Claim.OfRange.class::isInstance))
        .allMatch(claim -> ((Claim.OfRange) claim).open());
  }

  private static Range range(Claim claim) {
    return ((Claim.OfRange) claim).range();
  }

  @Test
  void ofOneAreExactUnlessItTakesAsMuchAsThereIs() {
    Claims exact = Claims.of(Town.members("AB3"), false);
    Claims atMost = Claims.of(Town.members("AB3~"), false);

    assertThat(exact.all()).noneMatch(claim -> ((Claim.OfRange) claim).open());
    assertThat(atMost.all()).allMatch(claim -> ((Claim.OfRange) claim).open());
    assertThat(exact.within(account("A"), 2, 9).range())
        .isEqualTo(new Range(0, 0, Optional.of(2L), Optional.empty()));
    assertThat(atMost.within(account("A"), 2, 9).range())
        .isEqualTo(new Range(2, 0, Optional.of(2L), Optional.empty()));
    assertThat(atMost.within(account("B"), 9, 1).range())
        .isEqualTo(new Range(0, 1, Optional.empty(), Optional.of(1L)));
  }

  @Test
  void holdOnlyWhatTheRunCanUseOfWhatIsThere() {
    Claims claims = Claims.of(Town.members("AB5 AC1 AC9~ CA2 AB3"), true);

    assertThat(claims.within(account("A"), 3, 6).range())
        .as("1 and all the rest at most, then the 2 that came in are too few for 3")
        .isEqualTo(new Range(3, 2, Optional.of(3L), Optional.empty()));
    assertThatThrownBy(() -> claims.within(account("D"), 1, 1)).hasMessage("no claim on account D");
    assertThatThrownBy(() -> claims.within(Town.document("a"), 1, 1))
        .hasMessageStartingWith("no claim on document ");
    assertThatThrownBy(
            () -> Claims.of(Town.members("AB1?a"), true).within(Town.document("a"), 1, 1))
        .hasMessageEndingWith("claims no range");
  }

  /** An outsider may have stored such bounds: they are as bad as none, and no exception. */
  @Test
  void ofATargetWhoseBoundsAreBelowZeroHoldNothingOfThatSide() {
    Claims claims = Claims.of(Town.members("AB5 CA2"), true);

    assertThat(claims.within(account("A"), -1, 6).range())
        .isEqualTo(new Range(0, 2, Optional.of(0L), Optional.empty()));
    assertThat(claims.within(account("B"), -1, 6).range()).isEqualTo(Range.whole(0, 5));
    assertThat(new Bounds(0, -1, 6).allows(Range.whole(0, 5))).isTrue();
    assertThat(new Bounds(0, 6, -1).allows(Range.whole(5, 0))).isTrue();
    assertThat(new Bounds(0, -1, 6).allows(Range.whole(1, 5))).isFalse();
  }

  @Test
  void sumsStopAtTheEndsOfInt64AndAreReducedThen() {
    Claims claims = Claims.of(Town.members("AB" + Long.MAX_VALUE + " AB" + Long.MAX_VALUE), true);
    Range whole = range(claims.all().get(0));

    assertThat(whole).isEqualTo(Range.whole(Long.MAX_VALUE, 0));
    assertThat(whole.isBeyondInt64()).isTrue();
    assertThat(claims.within(account("A"), Long.MAX_VALUE, 0).range())
        .isEqualTo(new Range(Long.MAX_VALUE, 0, Optional.of(Long.MAX_VALUE), Optional.empty()));
    assertThat(Claims.minus(0, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Claims.minus(Long.MIN_VALUE, 1)).isEqualTo(Long.MIN_VALUE);
    assertThat(Claims.minus(-1, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Claims.plus(Long.MAX_VALUE, Long.MIN_VALUE)).isEqualTo(-1);
    List<Member> huge = Town.members("AB" + Long.MAX_VALUE + " AB" + Long.MAX_VALUE);
    assertThatThrownBy(() -> Claims.nets(huge, Verdict.ALL_APPLIED))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void settleWhatTheRecordSaysThatTheyMoved() {
    List<Member> members = Town.members("AB3~ AB2+s CB1!a");
    Map<TransactionId, List<Long>> moved = Map.of(Town.id(0), List.of(1L, 2L));
    Verdict verdict = new Verdict(Map.of(), Set.of(), Set.of(), moved);

    assertThat(Claims.nets(members, verdict))
        .isEqualTo(
            Map.<Target, Long>of(
                account("A"), -3L, account("B"), 5L, account("C"), -1L, Town.document("s"), -1L));
    assertThat(Claims.deeds(members)).containsOnlyKeys(Town.document("a"));
  }
}
