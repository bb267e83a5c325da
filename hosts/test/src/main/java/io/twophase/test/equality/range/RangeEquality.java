package io.twophase.test.equality.range;

import io.twophase.domain.account.Account;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.range.RangeStore;
import io.twophase.test.equality.Shrinking;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Looks for a sequence of calls on ranges that tells a store of accounts from an exact one. */
public final class RangeEquality {

  private static final int SHRINKING_TRIES = 400;

  private final Supplier<RangeStore> exact;
  private final Supplier<RangeStore> tested;

  /**
   * Compares two stores.
   *
   * @param exact gives a fresh, empty store that answers exactly
   * @param tested gives a fresh, empty one of the sort that is tested
   */
  public RangeEquality(Supplier<RangeStore> exact, Supplier<RangeStore> tested) {
    this.exact = exact;
    this.tested = tested;
  }

  /**
   * Makes so many random calls on both.
   *
   * @return where they part and the shortest way there that was found; nothing if they do not
   */
  public Option<String> difference(long seed, int calls) {
    List<Step> sequence = RandomSteps.of(new Random(seed), calls);
    return compare(sequence).map(found -> told(sequence, found));
  }

  private record Parting(int step, String words) {}

  private String told(List<Step> sequence, Parting found) {
    List<Step> shortest =
        Shrinking.of(
            sequence.subList(0, found.step() + 1),
            SHRINKING_TRIES,
            Step::smaller,
            fewer -> compare(fewer).isDefined());
    return "of %d calls, %s%nshrunk to %d calls:%n%s%n%s"
        .formatted(
            sequence.size(),
            found.words(),
            shortest.size(),
            shortest.stream().map(step -> "  " + step).collect(Collectors.joining("\n")),
            compare(shortest).map(Parting::words).getOrElse("not seen again"));
  }

  private Option<Parting> compare(List<Step> steps) {
    RangeStore left = opened(exact);
    RangeStore right = opened(tested);
    for (int at = 0; at < steps.size(); at++) {
      Map<AccountId, Account> before = state(left);
      List<RangeCall> calls = calls(steps.get(at), before);
      List<?> expected = answers(left, steps.get(at), calls);
      List<?> answered = told(right, steps.get(at), calls);
      Map<AccountId, Account> after = state(left);
      Map<AccountId, Account> other = state(right);
      if (!mayBeAnswered(calls, expected, answered, after) || !after.equals(other)) {
        return Option.some(
            new Parting(
                at,
                "step %d, %s%n  sent %s%n  exact %s%n  told  %s%n  exact %s%n  told  %s"
                    .formatted(at, steps.get(at), calls, expected, answered, after, other)));
      }
    }
    return Option.none();
  }

  /** A store that fails on one call is one that differs there, whatever it fails with. */
  private static List<?> told(RangeStore store, Step step, List<RangeCall> calls) {
    try {
      return answers(store, step, calls);
    } catch (RuntimeException failed) {
      return List.of(failed.toString());
    }
  }

  /** Of some that match and some that do not, a store may know only how many: see the port. */
  private static boolean mayBeAnswered(
      List<RangeCall> calls, List<?> exact, List<?> told, Map<AccountId, Account> after) {
    if (calls.isEmpty()) {
      return exact.equals(told);
    }
    boolean isMixed = exact.contains(new RangeReply.Counted(MatchOutcome.MATCHED));
    return exact.size() == told.size()
        && IntStream.range(0, exact.size())
            .allMatch(
                at ->
                    exact.get(at).equals(told.get(at))
                        || (isMixed
                            && told.get(at).equals(new RangeReply.Counted(MatchOutcome.MATCHED))
                            && isAsAsked(
                                calls.get(at), Option.of(after.get(calls.get(at).account())))));
  }

  private static boolean isAsAsked(RangeCall call, Option<Account> account) {
    Option<RangeHold> there = account.flatMap(found -> found.ranges().get(call.batch()));
    if (call.request() instanceof RangeRequest.Hold hold) {
      return there.contains(new RangeHold(call.batch(), hold.epoch(), hold.range()));
    }
    return call.request() instanceof RangeRequest.Stamp stamp
        ? there.contains(stamp.read().at(stamp.epoch()))
        : !(call.request() instanceof RangeRequest.Look);
  }

  private static RangeStore opened(Supplier<RangeStore> fresh) {
    RangeStore store = fresh.get();
    store.accounts().open(RandomSteps.OPENINGS);
    return store;
  }

  private static Map<AccountId, Account> state(RangeStore store) {
    Map<AccountId, Account> accounts = new TreeMap<>();
    for (AccountLookup lookup : store.accounts().find(RandomSteps.ACCOUNTS)) {
      lookup
          .<Option<Account>>fold(
              found -> Option.some(found.account()),
              absent -> Option.none(),
              unreadable -> {
                throw new IllegalStateException(unreadable.toString());
              })
          .forEach(account -> accounts.put(account.id(), account));
    }
    return accounts;
  }

  private static List<RangeCall> calls(Step step, Map<AccountId, Account> before) {
    return step instanceof Step.Ask ask
        ? ask.drawn().stream()
            .map(drawn -> drawn.call(Option.of(before.get(drawn.account()))))
            .toList()
        : List.of();
  }

  private static List<?> answers(RangeStore store, Step step, List<RangeCall> calls) {
    if (step instanceof Step.Change change) {
      return List.of(store.accounts().change(change.account(), change.change()));
    }
    return step instanceof Step.Lone lone
        ? lone(store.accounts(), lone)
        : store.ranges().ask(calls);
  }

  private static List<?> lone(AccountRepository accounts, Step.Lone lone) {
    List<Leg> legs = List.of(lone.leg());
    return switch (lone.verb()) {
      case "hold" -> accounts.hold(legs);
      case "settle" -> accounts.settle(legs);
      case "stamp" -> accounts.stamp(legs);
      default -> accounts.release(legs);
    };
  }

  /** How often the exact store answers what: how it is known that random calls come to all. */
  public Map<String, Integer> answers(long seed, int calls) {
    Map<String, Integer> counts = new TreeMap<>();
    RangeStore store = opened(exact);
    for (Step step : RandomSteps.of(new Random(seed), calls)) {
      List<RangeCall> sent = calls(step, state(store));
      List<?> answers = answers(store, step, sent);
      for (int at = 0; at < sent.size(); at++) {
        counts.merge(name(sent.get(at), answers.get(at)), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String name(RangeCall call, Object answer) {
    String kind = call.request().getClass().getSimpleName();
    boolean isReduced =
        call.request() instanceof RangeRequest.Hold hold
            && (hold.range().had().isDefined() || hold.range().could().isDefined());
    return (isReduced ? "Reduced " : "")
        + kind
        + " "
        + ((RangeReply) answer)
            .<Object>fold(
                RangeReply.Counted::outcome, seen -> seen.look().getClass().getSimpleName());
  }
}
