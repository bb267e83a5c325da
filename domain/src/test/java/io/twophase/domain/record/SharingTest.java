package io.twophase.domain.record;

import static io.twophase.domain.record.Town.account;
import static io.twophase.domain.testing.Answers.accepted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.AccountId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Transactions share a record, and claim together: {@link Sharing} and {@link Claims}. */
class SharingTest {

  private static final CollectionName ACCOUNTS = CollectionName.of("accounts");

  /**
   * Members are in the words of {@link Town}, and in those of {@link BodyWords} with bars between
   * them.
   */
  @ScenesOf("sharing.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        new Verbs(this)
            .saying(Claim.class, SharingTest::words)
            .saying(Range.class, SharingTest::words)
            .saying(Target.class, target -> target.fold(AccountId::value, DocumentRef::toString)));
  }

  private static String words(Claim claim) {
    return claim.fold(
        range ->
            range.target().fold(AccountId::value, DocumentRef::toString)
                + words(range.range())
                + (range.open() ? "~" : ""),
        document -> document.operation().document() + " by " + document.member());
  }

  private static String words(Range range) {
    return "-%d%s+%d%s"
        .formatted(
            range.debit(),
            range.had().map(had -> "/" + had).orElse(""),
            range.credit(),
            range.could().map(could -> "/" + could).orElse(""));
  }

  private static Stream<Member> of(String words) {
    return words.contains(" | ")
        ? Stream.of(words.split(" \\| ", -1)).map(BodyWords::body).map(Member::of)
        : Town.members(words).stream();
  }

  private static String taken(String words, boolean inOrder) {
    Sharing sharing = new Sharing(ACCOUNTS, inOrder);
    return of(words)
        .filter(sharing::takes)
        .map(member -> member.id().value())
        .collect(Collectors.joining(" "));
  }

  String taken(String words) {
    return taken(words, false);
  }

  String takenInOrder(String words) {
    return taken(words, true);
  }

  /** All targets that those claim which are taken. */
  List<Target> targets(String words) {
    Sharing sharing = new Sharing(ACCOUNTS, false);
    of(words).forEach(sharing::takes);
    return sharing.claims().all().stream()
        .map(Claim::target)
        .sorted(Comparator.comparing(Target::toString))
        .toList();
  }

  /** The claims of members of a record of several. */
  List<Claim> claims(String words) {
    return Claims.of(Town.members(words), true).all();
  }

  /** The claims of a transaction alone. */
  List<Claim> alone(String words) {
    return Claims.of(Town.members(words), false).all();
  }

  /** A claim within what is available and receivable. */
  Range within(String target, long available, long receivable, String words) {
    return Claims.of(Town.members(words), true)
        .within(Town.target(target), available, receivable)
        .range();
  }

  Range aloneWithin(String target, long available, long receivable, String words) {
    return Claims.of(Town.members(words), false)
        .within(Town.target(target), available, receivable)
        .range();
  }

  @Test
  void mayBePostingsOfAPeriod() {
    PeriodName november = new PeriodName("2026-11");
    Sharing sharing = new Sharing(ACCOUNTS, false);

    assertThat(Town.members("AB1 BC1"))
        .extracting(member -> accepted(Town.body(member.id(), "AB1").inPeriod(november)))
        .allMatch(body -> sharing.takes(Member.of(body)));
  }

  /** An outsider may have stored such bounds: they are as bad as none, and no exception. */
  @Test
  void holdNothingOfASideWhoseBoundIsBelowZero() {
    assertThat(new Bounds(0, -1, 6).allows(Range.whole(0, 5))).isTrue();
    assertThat(new Bounds(0, 6, -1).allows(Range.whole(5, 0))).isTrue();
    assertThat(new Bounds(0, -1, 6).allows(Range.whole(1, 5))).isFalse();
  }

  @Test
  void sumsStopAtTheEndsOfInt64() {
    List<Member> huge = Town.members("AB" + Long.MAX_VALUE + " AB" + Long.MAX_VALUE);

    assertThat(((Claim.OfRange) Claims.of(huge, true).all().get(0)).range().isBeyondInt64())
        .isTrue();
    assertThat(Claims.minus(0, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Claims.minus(Long.MIN_VALUE, 1)).isEqualTo(Long.MIN_VALUE);
    assertThat(Claims.minus(-1, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Claims.plus(Long.MAX_VALUE, Long.MIN_VALUE)).isEqualTo(-1);
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
                account("A"),
                -3L,
                account("B"),
                5L,
                account("C"),
                -1L,
                Town.document("s"),
                -1L,
                Town.document("a"),
                0L));
  }
}
