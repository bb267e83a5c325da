package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.Hold;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.explorer.batch.Role.Kind;
import io.twophase.domain.explorer.state.Interner;
import io.twophase.domain.explorer.state.Memo;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.IntStream;

/** Judges a world by what the protocol promises. */
final class Judge {

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Interner<String> decisions = new Interner<>();
  private final Memo judged = new Memo();
  private final char[] first;

  Judge(Scene scene, Layout layout, Codes codes) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    first = new char[scene.roles().size()];
  }

  /** The promise that is broken in this world, if one is. */
  char broken(char[] world) {
    char broken = world[Layout.BROKEN];
    char decided =
        decisions.number(
            world[Layout.GHOST]
                + String.valueOf(world, layout.record(0), layout.room(0, 0) - layout.record(0)));
    for (int at = 0; broken == Codes.KEPT && at < scene.accounts().size(); at++) {
      broken = ofAccount(world, at, decided);
      for (int batch = 0; broken == Codes.KEPT && batch < scene.batches().size(); batch++) {
        broken = isLeft(world, batch, at) ? codes.broken.number(left(batch, at)) : broken;
      }
    }
    return broken;
  }

  /** Of what was held at the decision, at whatever epoch, nothing is once the batch has ended. */
  private boolean isLeft(char[] world, int batch, int at) {
    return world[layout.room(batch, at)] == Codes.HELD
        && codes
            .records
            .value(world[layout.keptRecord(batch)])
            .exists(record -> record.state().isFinal());
  }

  private static String left(int batch, int at) {
    return "batch "
        + batch
        + " has ended, and holds "
        + Scene.accountId(at)
        + " as at its decision";
  }

  private char ofAccount(char[] world, int at, char decided) {
    long key = (long) at << 32 | (long) world[layout.account(at)] << 16 | decided;
    return (char) judged.get(key, asked -> codes.broken.number(fault(world, at)));
  }

  private String fault(char[] world, int at) {
    Option<Account> stored = codes.accounts.value(world[layout.account(at)]);
    if (stored.isEmpty()) {
      return "";
    }
    Account account = stored.get();
    long seen = account.balance();
    for (RangeHold hold : account.ranges().values()) {
      int batch = Scene.place(hold.batch());
      if (isDone(codes.records.value(world[layout.keptRecord(batch)]), hold)) {
        return hold.batch() + " is done, and " + account.id() + " is held at its epoch";
      }
      seen += moved(codes.records.value(world[layout.keptRecord(batch)]), hold, account);
    }
    for (Hold hold : account.holds().values()) {
      if (!hold.transaction().equals(Scene.OTHER)) {
        int transfer = Scene.place(hold.transaction());
        seen += moved(codes.transfers.value(world[layout.keptTransfer(transfer)]), hold);
      }
    }
    long wanted = codes.ghosts.value(world[Layout.GHOST]).balances().get(at);
    Option<String> wrong = AccountFigures.fault(account);
    if (wrong.isDefined()) {
      return account.id() + ": " + wrong.get();
    }
    return seen == wanted
        ? ""
        : account.id()
            + " is "
            + account.balance()
            + " as stored, "
            + seen
            + " with what is decided of it, and should be "
            + wanted;
  }

  /** Of what is done all is settled: a hold of its epoch would keep its room for ever. */
  private static boolean isDone(Option<BatchRecord> record, RangeHold hold) {
    return record.exists(read -> read.state() == State.DONE && read.epoch().equals(hold.epoch()));
  }

  private long moved(Option<BatchRecord> record, RangeHold hold, Account account) {
    boolean isDecided =
        record.exists(
            read ->
                (read.state() == State.APPLIED || read.state() == State.DONE)
                    && read.epoch().equals(hold.epoch()));
    return isDecided ? Batch.net(account.id(), applied(record.get())) : 0;
  }

  private List<Member> applied(BatchRecord record) {
    return record.applied().stream().map(id -> scene.members().get(Scene.place(id))).toList();
  }

  private static long moved(TransferLookup transfer, Hold hold) {
    Option<Transaction> record = transfer.alone();
    boolean isDecided =
        record.exists(
            read ->
                (read.state() == State.APPLIED || read.state() == State.DONE)
                    && read.epoch().equals(hold.epoch()));
    long amount = hold.direction() == Direction.CREDIT ? hold.amount() : -hold.amount();
    return isDecided ? amount : 0;
  }

  /** Whether all is over: decided, with nothing held and nothing on its way. */
  boolean isClean(char[] world) {
    for (int at = 0; at < scene.roles().size(); at++) {
      Actor actor = codes.actor(world[layout.actor(at)]);
      if (!actor.hasStopped() && !waitsForBegin(world, at)) {
        return false;
      }
    }
    return codes.late(world[Layout.LATE]).isEmpty() && isKept(world) && isEnded(world);
  }

  /** Which actor a role is at first. */
  void startsAs(int at, char actor) {
    first[at] = actor;
  }

  /** Who works at what others have begun does not come before that, and perhaps never. */
  boolean waitsForBegin(char[] world, int at) {
    Role role = scene.roles().get(at);
    return (role.kind() == Kind.RECOVER || role.kind() == Kind.STOP)
        && world[layout.actor(at)] == first[at]
        && codes.records.value(world[layout.keptRecord(role.target())]).isEmpty();
  }

  private boolean isKept(char[] world) {
    boolean isKept = true;
    for (int at = 0; at < scene.batches().size(); at++) {
      isKept &= world[layout.record(at)] == world[layout.keptRecord(at)];
    }
    for (int at = 0; at < scene.transfers().size(); at++) {
      isKept &= world[layout.transfer(at)] == world[layout.keptTransfer(at)];
    }
    return isKept;
  }

  /** Whether no record is open, and nothing is held. */
  boolean isEnded(char[] world) {
    for (int at = 0; at < scene.batches().size(); at++) {
      if (isOpen(codes.records.value(world[layout.record(at)]))) {
        return false;
      }
    }
    for (int at = 0; at < scene.transfers().size(); at++) {
      boolean isOpen =
          codes
              .transfers
              .value(world[layout.transfer(at)])
              .alone()
              .exists(record -> !record.state().isFinal());
      if (isOpen) {
        return false;
      }
    }
    for (int at = 0; at < scene.accounts().size(); at++) {
      if (codes.accounts.value(world[layout.account(at)]).exists(a -> a.holdCount() > 0)) {
        return false;
      }
    }
    return true;
  }

  static boolean isOpen(Option<BatchRecord> record) {
    return record.exists(read -> !read.state().isFinal());
  }

  /** Which transfers have happened, as A, and which have not. */
  List<State> ending(char[] world) {
    Ghost ghost = codes.ghosts.value(world[Layout.GHOST]);
    return IntStream.range(0, scene.transfers().size())
        .mapToObj(at -> ghost.applied().contains(at) ? State.DONE : State.CANCELED)
        .toList();
  }
}
