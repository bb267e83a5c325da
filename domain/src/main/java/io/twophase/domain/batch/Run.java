package io.twophase.domain.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.range.Net;
import io.twophase.domain.range.Range;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The decision of a batch: its members are executed in memory, one after the other, against the
 * ranges that are held. Credits of earlier members pay for later debits. What is applied stays
 * within the ranges at every member (rule 17), and a refusal is true of what was there when the
 * account was held, whatever becomes of the members before it (rule 22).
 *
 * <p>That a group of transactions is agreed on first and then executed one after the other without
 * further coordination is the idea of Thomson and others, "Calvin" (SIGMOD 2012).
 */
public final class Run {

  private final Batch batch;
  private final Batch.Seen seen;
  private final Map<AccountId, AccountAnswer> answers;
  private final Supplier<Currency> currency;

  /** The sum of what is applied so far, by account. */
  private final Map<AccountId, Long> net = new HashMap<>();

  /** What members that were left out would have brought and taken, by account. */
  private final Map<AccountId, Owed> owed = new HashMap<>();

  /** In file order: what shares one of these with a member left out is left out too. */
  private final Set<AccountId> behind = new HashSet<>();

  private final Map<TransactionId, HoldRefusal> refused = new LinkedHashMap<>();
  private final Set<TransactionId> left = new LinkedHashSet<>();

  /** Those of them whose documents were not seen. */
  private final Set<TransactionId> unseen = new HashSet<>();

  private Run(
      Batch batch,
      Batch.Seen seen,
      Map<AccountId, AccountAnswer> answers,
      Supplier<Currency> currency) {
    this.batch = batch;
    this.seen = seen;
    this.answers = answers;
    this.currency = currency;
  }

  /**
   * Runs the members.
   *
   * @param seen which of them take part, as the deciding compare-and-set names it
   * @param answers what the accounts have answered at the deciding epoch; one without an answer is
   *     not held, and its members are left out
   * @param currency of all accounts that are held; asked for only where a refusal names an amount
   */
  public static Verdict of(
      Batch batch,
      Batch.Seen seen,
      Map<AccountId, AccountAnswer> answers,
      Supplier<Currency> currency) {
    Run run = new Run(batch, seen, answers, currency);
    batch.order().forEach(run::take);
    return Verdict.of(run.refused, run.left, batch.unseen(seen));
  }

  private void take(TransactionId id) {
    if (seen.excluded().contains(id)) {
      return;
    }
    Member member = seen.named().contains(id) ? batch.known().get(id) : null;
    if (member == null) {
      leaveUnseen(id);
    } else {
      take(member);
    }
  }

  private void take(Member member) {
    if (isBehind(member)) {
      leave(member);
      return;
    }
    Option<HoldRefusal> never =
        answerOf(member.source()).orElse(() -> answerOf(member.destination()));
    if (never.isDefined()) {
      refused.put(member.id(), never.get());
      return;
    }
    Option<Range> source = range(member.source());
    Option<Range> destination = range(member.destination());
    long out = netOf(member.source());
    long in = netOf(member.destination());
    if (source.exists(range -> range.allows(out, -member.amount()))
        && destination.exists(range -> range.allows(in, member.amount()))) {
      net.put(member.source(), out - member.amount());
      net.put(member.destination(), in + member.amount());
      return;
    }
    Option<HoldRefusal> refusal =
        source
            .flatMap(range -> ofFunds(member, range))
            .orElse(() -> destination.flatMap(range -> ofRoom(member, range)));
    if (refusal.isDefined()) {
      refused.put(member.id(), refusal.get());
    } else {
      leave(member);
    }
  }

  private boolean isBehind(Member member) {
    return (batch.inOrder() && !unseen.isEmpty())
        || behind.contains(member.source())
        || behind.contains(member.destination());
  }

  private Option<HoldRefusal> answerOf(AccountId account) {
    return Option.of(answers.get(account))
        .flatMap(
            answer ->
                answer.fold(
                    held -> Option.none(),
                    never -> Option.some(never.reason()),
                    busy -> Option.none()));
  }

  private Option<Range> range(AccountId account) {
    return Option.of(answers.get(account))
        .flatMap(
            answer ->
                answer.fold(
                    held -> Option.some(held.range()),
                    never -> Option.none(),
                    busy -> Option.none()));
  }

  private long netOf(AccountId account) {
    return net.getOrDefault(account, 0L);
  }

  private Owed owedTo(AccountId account) {
    return unseen.isEmpty() ? owed.getOrDefault(account, Owed.NOTHING) : Owed.UNKNOWN;
  }

  /** Refused for want of funds only if even what was left out would not have paid for it. */
  private Option<HoldRefusal> ofFunds(Member member, Range range) {
    AccountId account = member.source();
    return range
        .had()
        .map(had -> Net.plus(had, netOf(account)))
        .filter(left -> Net.plus(left, owedTo(account).brought()) < member.amount())
        .map(
            left ->
                new HoldRefusal.InsufficientFunds(
                    account, money(Math.max(0, left)), money(member.amount())));
  }

  private Option<HoldRefusal> ofRoom(Member member, Range range) {
    AccountId account = member.destination();
    return range
        .could()
        .map(could -> Net.minus(could, netOf(account)))
        .filter(left -> Net.plus(left, owedTo(account).taken()) < member.amount())
        .map(
            left ->
                new HoldRefusal.CeilingReached(
                    account, money(Math.max(0, left)), money(member.amount())));
  }

  private Money money(long minor) {
    return new Money(minor, currency.get());
  }

  private void leave(Member member) {
    left.add(member.id());
    owed.merge(member.source(), new Owed(0, member.amount()), Owed::plus);
    owed.merge(member.destination(), new Owed(member.amount(), 0), Owed::plus);
    if (batch.inOrder()) {
      behind.add(member.source());
      behind.add(member.destination());
    }
  }

  /** Its document was not seen: nobody behind it is refused for funds or room, on any account. */
  private void leaveUnseen(TransactionId member) {
    left.add(member);
    unseen.add(member);
  }

  /**
   * What members that were left out would have done to an account, in minor units.
   *
   * @param brought by those that pay it
   * @param taken by those that it pays
   */
  private record Owed(long brought, long taken) {

    private static final Owed NOTHING = new Owed(0, 0);
    private static final Owed UNKNOWN = new Owed(Long.MAX_VALUE, Long.MAX_VALUE);

    private Owed plus(Owed more) {
      return new Owed(Net.plus(brought, more.brought), Net.plus(taken, more.taken));
    }
  }
}
