package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Resolving;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.ports.StoreException;
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

  /** How often holds are sent again that their accounts say they would take. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final AccountReader accounts;
  private final AccountCodec codec;
  private final HoldLimit limit;

  HoldPlacement(Writes writes, AccountReader accounts, AccountCodec codec, HoldLimit limit) {
    this.writes = writes;
    this.accounts = accounts;
    this.codec = codec;
    this.limit = limit;
  }

  List<HoldOutcome> place(List<Leg> legs) {
    List<LegGroup> groups = HoldCoalescing.ofHolds(legs, limit);
    Option<Matches> matched = send(groups);
    LegAnswers<HoldOutcome> answers = new LegAnswers<>(legs);
    for (int tries = 0; tries < TRIES; tries++) {
      if (matched.isEmpty()) {
        return answers.orElse(HoldOutcome.inDoubt());
      }
      if (matched.get().total() == groups.size()) {
        return answers.orElse(HoldOutcome.held());
      }
      if (!explain(answers, groups, matched.get()) || answers.areComplete()) {
        return answers.orElse(HoldOutcome.inDoubt());
      }
      List<LegGroup> again = HoldCoalescing.singly(answers.open());
      groups = again;
      matched = Resolving.write(() -> send(again));
    }
    Leg leg = answers.open().get(0);
    throw new StoreException(
        "account "
            + leg.account()
            + " refused a hold of "
            + leg.operation().amount()
            + " "
            + TRIES
            + " times, and its figures allow it");
  }

  private Option<Matches> send(List<LegGroup> groups) {
    return writes.update(groups.stream().map(group -> AccountUpdates.hold(group, limit)).toList());
  }

  /**
   * Reads the accounts of the open legs for their answers, and adopts those that MongoDB's tutorial
   * has made; answers whether nothing of that is in doubt.
   */
  private boolean explain(LegAnswers<HoldOutcome> answers, List<LegGroup> groups, Matches matched) {
    List<Leg> open = answers.open();
    Option<Map<AccountId, StoredAccount>> seen =
        Resolving.read(() -> accounts.byId(open.stream().map(Leg::account).toList()));
    if (seen.isEmpty()) {
      return false;
    }
    Option<Set<Integer>> placed =
        matched.areTold() || !isOlder(seen.get(), groups, matched)
            ? Option.some(LegAnswers.places(groups, matched))
            : Recount.of(
                open, legs -> writes.update(legs.stream().map(AccountUpdates::held).toList()));
    if (placed.isEmpty()) {
      return false;
    }
    Set<Integer> certain = placed.get();
    IntPredicate mayBePlaced = matched.areTold() ? certain::contains : at -> matched.total() > 0;
    List<Option<HoldOutcome>> known = HoldReplay.of(open, seen.get(), mayBePlaced, limit);
    answers.take(
        IntStream.range(0, open.size())
            .mapToObj(at -> certain.contains(at) ? Option.some(HoldOutcome.held()) : known.get(at))
            .toList());
    Set<AccountId> wanting = new LinkedHashSet<>();
    answers.open().forEach(leg -> wanting.add(leg.account()));
    for (AccountId account : wanting) {
      if (seen.get().get(account) instanceof StoredAccount.Tutorial tutorial
          && Resolving.write(() -> adopt(tutorial)).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether fewer holds are seen than the command has placed: then what was read is older, and what
   * it does not show may be there. (Or they are given back by now; that is no harm.)
   */
  private static boolean isOlder(
      Map<AccountId, StoredAccount> seen, List<LegGroup> groups, Matches matched) {
    long shown = groups.stream().filter(group -> isShown(group, seen)).count();
    return shown < matched.total();
  }

  private static boolean isShown(LegGroup group, Map<AccountId, StoredAccount> seen) {
    return Option.of(seen.get(group.account()))
        .flatMap(StoredAccount::account)
        .exists(account -> group.legs().stream().allMatch(leg -> HoldReplay.isThere(leg, account)));
  }

  /**
   * Makes a tutorial's account one of this software's, if it is as it was read.
   *
   * @return whether it was; nothing if that is in doubt
   */
  Option<Boolean> adopt(StoredAccount.Tutorial tutorial) {
    return writes
        .update(List.of(AccountUpdates.adopt(tutorial.document(), codec.encode(tutorial.read()))))
        .map(matched -> matched.total() == 1);
  }
}
