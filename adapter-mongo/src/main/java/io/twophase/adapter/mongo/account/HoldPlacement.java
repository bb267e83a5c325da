package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Places holds: one command where all guards hold, those of an account in one update, guarded on
 * their sum. Where some do not, the accounts are read and say which, and why: a hold that is shown
 * exactly as asked for is placed, and one that is not shown is not, unless fewer are shown than the
 * command has placed. Then the read is older than the command, and they are counted. What an
 * account would take by what was read (its sum did not fit, but single ones may; or it has changed
 * in between) is sent again, each on its own. That is no breach of rule 4: the one before was
 * answered, and is not there.
 */
final class HoldPlacement {

  private final Writes writes;
  private final AccountReader accounts;
  private final AccountAdoption adoption;
  private final HoldLimit limit;
  private final LegRounds<AccountHoldOutcome> rounds;

  HoldPlacement(Writes writes, AccountReader accounts, AccountAdoption adoption, HoldLimit limit) {
    this.writes = writes;
    this.accounts = accounts;
    this.adoption = adoption;
    this.limit = limit;
    this.rounds =
        new LegRounds<>(
            writes,
            group -> AccountUpdates.hold(group, limit),
            AccountHoldOutcome.held(),
            AccountHoldOutcome.inDoubt());
  }

  Part<AccountHoldOutcome> place(List<Leg> legs) {
    return rounds.of(legs, HoldCoalescing.ofHolds(legs, limit), this::explain);
  }

  /**
   * Reads the accounts for the answers of their legs. Those of MongoDB's tutorial whose legs are to
   * be sent again are adopted.
   */
  private Answer<List<Either<String, AccountHoldOutcome>>> explain(LegRound round) {
    return Answer.ofFollowUpRead(() -> seen(round))
        .flatMap(
            seen ->
                placed(round, seen)
                    .map(placed -> adopted(seen, round.legs(), outcomes(round, seen, placed))));
  }

  /**
   * The accounts of the legs. Those that refuse one are read as a majority confirms them: any other
   * read may be older than an acknowledged write that gave what is asked for.
   */
  private Map<AccountId, StoredAccount> seen(LegRound round) {
    Map<AccountId, StoredAccount> seen =
        accounts.byId(round.legs().stream().map(Leg::account).toList());
    Set<AccountId> refusing = new LinkedHashSet<>();
    List<Option<AccountHoldOutcome>> known = replayed(round, seen, round.placesMatched());
    for (int at = 0; at < known.size(); at++) {
      if (known.get(at).exists(outcome -> outcome instanceof AccountHoldOutcome.Refused)) {
        refusing.add(round.legs().get(at).account());
      }
    }
    return accounts.confirmed(seen, refusing);
  }

  /** The places of the legs that are placed for certain. */
  private Answer<Set<Integer>> placed(LegRound round, Map<AccountId, StoredAccount> seen) {
    return round.matched().areTold() || !isOlder(seen, round)
        ? Answer.certain(round.placesMatched())
        : Recount.of(
            round.legs(), legs -> writes.update(legs.stream().map(AccountUpdates::held).toList()));
  }

  private List<Either<String, AccountHoldOutcome>> outcomes(
      LegRound round, Map<AccountId, StoredAccount> seen, Set<Integer> placed) {
    List<Option<AccountHoldOutcome>> known = replayed(round, seen, placed);
    return IntStream.range(0, known.size())
        .mapToObj(
            at ->
                placed.contains(at)
                    ? Either.<String, AccountHoldOutcome>right(AccountHoldOutcome.held())
                    : known.get(at).toEither(() -> stuck(round.legs().get(at))))
        .toList();
  }

  private List<Option<AccountHoldOutcome>> replayed(
      LegRound round, Map<AccountId, StoredAccount> seen, Set<Integer> placed) {
    Matches matched = round.matched();
    IntPredicate mayBePlaced = matched.areTold() ? placed::contains : at -> matched.total() > 0;
    return HoldReplay.of(round.legs(), seen, mayBePlaced, limit);
  }

  private static String stuck(Leg leg) {
    return "account "
        + leg.account()
        + " refused a hold of "
        + leg.operation().amount()
        + " "
        + LegRounds.TRIES
        + " times, and its figures allow it";
  }

  /** The same outcomes; where an adoption is in doubt, what would be sent again is so too. */
  private List<Either<String, AccountHoldOutcome>> adopted(
      Map<AccountId, StoredAccount> seen,
      List<Leg> legs,
      List<Either<String, AccountHoldOutcome>> outcomes) {
    Set<AccountId> wanting = new LinkedHashSet<>();
    for (int at = 0; at < legs.size(); at++) {
      if (outcomes.get(at).isLeft()) {
        wanting.add(legs.get(at).account());
      }
    }
    for (AccountId account : wanting) {
      StoredAccount stored = seen.get(account);
      if (stored != null && Answer.ofFollowUp(() -> adopted(stored)).isInDoubt()) {
        return outcomes.stream()
            .map(outcome -> outcome.orElse(Either.right(AccountHoldOutcome.inDoubt())))
            .toList();
      }
    }
    return outcomes;
  }

  /** Adopts an account that the tutorial has made; answers how many were. */
  Answer<Integer> adopted(StoredAccount stored) {
    return stored instanceof StoredAccount.Tutorial tutorial
        ? adoption.adopt(List.of(tutorial))
        : Answer.certain(0);
  }

  /**
   * Whether fewer holds are seen than the command has placed: then what was read is older, and what
   * it does not show may be there. (Or they are given back by now; that is no harm.)
   */
  private static boolean isOlder(Map<AccountId, StoredAccount> seen, LegRound round) {
    long shown = round.groups().stream().filter(group -> isShown(group, seen)).count();
    return shown < round.matched().total();
  }

  private static boolean isShown(LegGroup group, Map<AccountId, StoredAccount> seen) {
    return Option.of(seen.get(group.account()))
        .flatMap(StoredAccount::account)
        .exists(account -> group.legs().stream().allMatch(leg -> HoldReplay.isThere(leg, account)));
  }
}
