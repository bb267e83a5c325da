package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a decision does to the balances as decided, and whether it may be so. */
record Decisions(Scene scene) {

  /** A decision: what is decided then, or the promise that it breaks. */
  record Deed(Ghost ghost, Option<String> fault) {}

  /**
   * What was there when the hold of the deciding epoch was placed.
   *
   * @param account as it is at the decision
   * @param bounds before that hold, if there is such a hold
   */
  record Ground(Option<Account> account, Option<Codes.Bounds> bounds) {}

  /**
   * A batch is decided.
   *
   * @param told what was answered before
   * @param grounds of each account
   * @param smooth whether nothing has gone wrong so far
   */
  Deed of(Ghost before, String told, BatchRecord record, List<Ground> grounds, boolean smooth) {
    Ghost ghost = before;
    for (TransactionId id : record.applied()) {
      int at = Scene.place(id);
      Deed deed = applied(ghost, told, at, grounds);
      if (deed.fault().isDefined()) {
        return deed;
      }
      ghost = deed.ghost();
      if (scene.inOrder() && !inOrder(record).getOrDefault(at, true)) {
        return new Deed(ghost, Option.some(id + " is applied, and in the file's order refused"));
      }
    }
    return new Deed(ghost, unfair(record, grounds, smooth));
  }

  private Deed applied(Ghost ghost, String told, int at, List<Ground> grounds) {
    Member member = scene.members().get(at);
    int from = Scene.place(member.source());
    int to = Scene.place(member.destination());
    if (ghost.applied().contains(at)) {
      return new Deed(ghost, Option.some(member.id() + " is applied twice"));
    }
    if (told.charAt(at) != Tellings.NOTHING) {
      return new Deed(
          ghost,
          Option.some(member.id() + " was answered " + told.charAt(at) + ", and is applied now"));
    }
    if (grounds.get(from).account().isEmpty() || grounds.get(to).account().isEmpty()) {
      return new Deed(
          ghost, Option.some(member.id() + " is applied, and an account of it is missing"));
    }
    if (member.amount() > Long.MAX_VALUE - ghost.balances().get(to)) {
      return new Deed(
          ghost,
          Option.some(member.id() + " is applied, and brings its account more than int64 has"));
    }
    return new Deed(ghost.applying(at, from, to, member.amount()), Option.none());
  }

  /** A lone transfer is decided. */
  Deed of(Ghost before, String told, Transaction record) {
    List<Ground> grounds =
        scene.accounts().stream().map(account -> new Ground(account, Option.none())).toList();
    Deed deed = applied(before, told, Scene.place(record.id()), grounds);
    return deed.fault().isDefined() ? deed : new Deed(deed.ghost(), below(deed.ghost()));
  }

  private static Option<String> below(Ghost ghost) {
    return Option.when(
        ghost.balances().exists(balance -> balance < 0),
        () -> "a balance is decided to be below zero: " + ghost.balances().mkString(", "));
  }

  private Option<String> unfair(BatchRecord record, List<Ground> grounds, boolean smooth) {
    for (TransactionId id : record.verdict().refused().keySet()) {
      int at = Scene.place(id);
      if (scene.inOrder() && inOrder(record).getOrDefault(at, false)) {
        return Option.some(id + " is refused, and in the file's order applied");
      }
      if (scene.fit().contains(at)) {
        return Option.some(id + " is refused, and whatever is run before it, it fits");
      }
      if (!isShort(record, grounds, at, false)) {
        return Option.some(id + " is refused, and at the moment of its hold it fits");
      }
      if (!isShort(record, grounds, at, true)) {
        return Option.some(
            id + " is refused, and one before it would make it fit, which is only left out");
      }
    }
    return Option.when(
        smooth && !scene.fit().isEmpty() && !record.verdict().left().isEmpty(),
        () -> record.verdict().left().mkString(", ") + " is left out, and nothing went wrong");
  }

  /** Whether it did not fit, after those before it; or after those that were left out, too. */
  private boolean isShort(BatchRecord record, List<Ground> grounds, int at, boolean withLeftOut) {
    Member member = scene.members().get(at);
    return isShort(record, grounds, member, Scene.place(member.source()), true, withLeftOut)
        || isShort(record, grounds, member, Scene.place(member.destination()), false, withLeftOut);
  }

  private boolean isShort(
      BatchRecord record,
      List<Ground> grounds,
      Member member,
      int account,
      boolean isSource,
      boolean withLeftOut) {
    if (grounds.get(account).account().isEmpty()) {
      return true;
    }
    BigInteger net = BigInteger.ZERO;
    for (TransactionId id : record.members()) {
      if (id.equals(member.id())) {
        break;
      }
      Member earlier = scene.members().get(Scene.place(id));
      long effect =
          (Scene.place(earlier.destination()) == account ? earlier.amount() : 0)
              - (Scene.place(earlier.source()) == account ? earlier.amount() : 0);
      boolean helps = isSource ? effect > 0 : effect < 0;
      boolean counts =
          record.applied().contains(id)
              || (withLeftOut && helps && record.verdict().left().contains(id));
      net = counts ? net.add(BigInteger.valueOf(effect)) : net;
    }
    BigInteger more = isSource ? net : net.negate();
    return grounds
        .get(account)
        .bounds()
        .map(bounds -> isSource ? bounds.available() : bounds.receivable())
        .exists(
            bound ->
                BigInteger.valueOf(bound).add(more).compareTo(BigInteger.valueOf(member.amount()))
                    < 0);
  }

  /** What one transfer after another comes to, without those that are excluded. */
  private Map<Integer, Boolean> inOrder(BatchRecord record) {
    Map<Integer, Boolean> happens = new HashMap<>();
    Map<Integer, Long> balances = new HashMap<>();
    List<Member> members = scene.members();
    for (int at = 0; at < members.size(); at++) {
      Member member = members.get(at);
      if (record.excluded().containsKey(member.id())) {
        continue;
      }
      int from = Scene.place(member.source());
      int to = Scene.place(member.destination());
      boolean fits =
          scene.accounts().get(from).isDefined()
              && scene.accounts().get(to).isDefined()
              && balance(balances, from) >= member.amount()
              && member.amount()
                  <= scene.accounts().get(to).get().opening().ceiling() - balance(balances, to);
      happens.put(at, fits);
      if (fits) {
        balances.put(from, balance(balances, from) - member.amount());
        balances.put(to, balance(balances, to) + member.amount());
      }
    }
    return happens;
  }

  private long balance(Map<Integer, Long> balances, int account) {
    return balances.getOrDefault(account, scene.accounts().get(account).get().balance());
  }
}
