package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.explorer.state.Memo;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.IntStream;

/** Messages that land in a world: what they change there, and what is decided by that. */
final class Deliveries {

  private static final int BITS = Character.SIZE;

  private final Scene scene;
  private final Layout layout;
  private final Codes codes;
  private final Store store;
  private final Rooms rooms;
  private final Memo onRecord = new Memo();
  private final Memo onTransfer = new Memo();
  private final Memo onAccount = new Memo();

  Deliveries(Scene scene, Layout layout, Codes codes) {
    this.scene = scene;
    this.layout = layout;
    this.codes = codes;
    store = new Store(scene);
    rooms = new Rooms(scene, layout, codes);
  }

  /** Whether the message can land now: one on top of what no majority has waits for that. */
  boolean canLand(char[] cells, char number) {
    Message message = codes.messages.value(number);
    if (message instanceof Message.OfRecord of) {
      int batch = Scene.place(of.batch());
      return cells[layout.record(batch)] == cells[layout.keptRecord(batch)];
    }
    if (message instanceof Message.OfTransfer of) {
      int transfer = Scene.place(of.transfer());
      return cells[layout.transfer(transfer)] == cells[layout.keptTransfer(transfer)];
    }
    return true;
  }

  /** The answer to the message, which has changed the cells. */
  char deliver(char[] cells, char number, boolean soft) {
    Message message = codes.messages.value(number);
    if (message instanceof Message.OfRecord of) {
      return toRecord(cells, Scene.place(of.batch()), number, of, soft);
    }
    if (message instanceof Message.OfTransfer of) {
      return toTransfer(cells, Scene.place(of.transfer()), number, of, soft);
    }
    return toAccount(cells, number, message);
  }

  private char toRecord(
      char[] cells, int batch, char number, Message.OfRecord message, boolean soft) {
    int at = layout.record(batch);
    long delivered =
        onRecord.get(
            (long) number << BITS | cells[at],
            key -> {
              Store.Delivery<Option<BatchRecord>> delivery =
                  store.deliver(message, codes.records.value((char) key));
              return pack(delivery.answer(), codes.records.number(delivery.stored()));
            });
    cells[at] = (char) delivered;
    if (!soft) {
      keepRecord(cells, batch);
    }
    return (char) (delivered >>> BITS);
  }

  private char toTransfer(
      char[] cells, int transfer, char number, Message.OfTransfer message, boolean soft) {
    int at = layout.transfer(transfer);
    char before = cells[at];
    long delivered =
        onTransfer.get(
            (long) number << BITS | before,
            key -> {
              Store.Delivery<TransferLookup> delivery =
                  store.deliver(message, codes.transfers.value((char) key));
              return pack(delivery.answer(), codes.transfers.number(delivery.stored()));
            });
    cells[at] = (char) delivered;
    if (cells[at] != before) {
      movesOn(cells, message);
    }
    if (!soft) {
      keepTransfer(cells, transfer);
    }
    return (char) (delivered >>> BITS);
  }

  private char toAccount(char[] cells, char number, Message message) {
    int account = Scene.place(account(message));
    int at = layout.account(account);
    char before = cells[at];
    long delivered;
    try {
      delivered =
          onAccount.get(
              (long) number << BITS | before,
              key -> {
                Store.Delivery<Option<Account>> delivery =
                    onAccount(message, codes.accounts.value((char) key));
                return pack(delivery.answer(), codes.accounts.number(delivery.stored()));
              });
    } catch (IllegalArgumentException impossible) {
      broken(cells, String.valueOf(impossible.getMessage()));
      return codes.answers.number(Player.doubt(message));
    }
    cells[at] = (char) delivered;
    if (message instanceof Message.OnRange range && before != cells[at]) {
      rooms.change(cells, account, before, range);
    }
    return (char) (delivered >>> BITS);
  }

  private Store.Delivery<Option<Account>> onAccount(Message message, Option<Account> stored) {
    return message instanceof Message.OnRange range
        ? store.deliver(range.batch(), range.request(), stored)
        : store.deliver(((Message.LoneLeg) message).message(), stored);
  }

  static AccountId account(Message message) {
    return message instanceof Message.OnRange range
        ? range.request().account()
        : ((Message.LoneLeg) message).message().leg().account();
  }

  private long pack(Object answer, char stored) {
    return (long) codes.answers.number(answer) << BITS | stored;
  }

  /** A majority has the record now. */
  void keepRecord(char[] cells, int batch) {
    int kept = layout.keptRecord(batch);
    Option<BatchRecord> before = codes.records.value(cells[kept]);
    Option<BatchRecord> after = codes.records.value(cells[layout.record(batch)]);
    cells[kept] = cells[layout.record(batch)];
    boolean isDecision =
        before.forAll(record -> record.state() == State.PENDING)
            && after.exists(record -> record.state() == State.APPLIED);
    if (isDecision) {
      BatchRecord record = after.get();
      boolean smooth = cells[Layout.BUDGET] == (char) scene.faults() && record.epoch().value() == 1;
      apply(
          cells,
          new Decisions(scene)
              .of(ghost(cells), told(cells), record, grounds(cells, batch, record), smooth));
    }
    if (before.forAll(record -> record.state() == State.PENDING)
        && after.exists(record -> record.state().isDecided())) {
      rooms.decide(cells, batch);
    }
  }

  /** A majority has the transfer's document now. */
  void keepTransfer(char[] cells, int transfer) {
    int kept = layout.keptTransfer(transfer);
    boolean wasDecided = isApplied(cells[kept]);
    cells[kept] = cells[layout.transfer(transfer)];
    if (!wasDecided && isApplied(cells[kept])) {
      Transaction record = codes.transfers.value(cells[kept]).alone().get();
      apply(cells, new Decisions(scene).of(ghost(cells), told(cells), record));
    }
  }

  private boolean isApplied(char transfer) {
    return codes
        .transfers
        .value(transfer)
        .alone()
        .exists(record -> record.state() == State.APPLIED || record.state() == State.DONE);
  }

  private void apply(char[] cells, Decisions.Deed deed) {
    cells[Layout.GHOST] = codes.ghosts.number(deed.ghost());
    deed.fault().forEach(fault -> broken(cells, fault));
  }

  private Ghost ghost(char[] cells) {
    return codes.ghosts.value(cells[Layout.GHOST]);
  }

  private String told(char[] cells) {
    return codes.told.value(cells[Layout.TOLD]);
  }

  private List<Decisions.Ground> grounds(char[] cells, int batch, BatchRecord record) {
    return IntStream.range(0, scene.accounts().size())
        .mapToObj(
            at -> {
              Option<Account> account = codes.accounts.value(cells[layout.account(at)]);
              boolean isHeld =
                  account.exists(
                      there ->
                          there
                              .ranges()
                              .get(record.id())
                              .exists(hold -> hold.epoch().equals(record.epoch())));
              return new Decisions.Ground(
                  account,
                  isHeld ? codes.rooms.value(cells[layout.room(batch, at)]) : Option.none());
            })
        .toList();
  }

  /** A transfer that goes on must not meet a hold that was placed for it before. */
  private void movesOn(char[] cells, Message.OfTransfer message) {
    Option<MemberDocument> left = Option.none();
    if (message instanceof Message.TakeMember take) {
      left = Option.some(take.free());
    } else if (message instanceof Message.TakeAlone take
        && take.record().state() == State.PENDING) {
      left = Option.some(take.free());
    }
    for (MemberDocument free : left) {
      Option<BatchRecord> record =
          codes.records.value(cells[layout.record(Scene.place(free.batch()))]);
      boolean isDecided =
          record.exists(read -> read.state() == State.APPLIED || read.state() == State.DONE);
      for (int at = 0; at < scene.accounts().size() && isDecided; at++) {
        boolean touches = scene.members().get(Scene.place(free.id())).touches(Scene.accountId(at));
        boolean isHeld =
            codes
                .accounts
                .value(cells[layout.account(at)])
                .flatMap(account -> account.ranges().get(free.batch()))
                .exists(hold -> hold.epoch().equals(record.get().epoch()));
        if (touches && isHeld) {
          broken(cells, free.id() + " goes on beside its own earlier hold, which takes its room");
        }
      }
    }
  }

  /** Messages that can never change anything any more are as good as lost. */
  void forgetVain(char[] cells) {
    if (scene.forgets() || scene.flaw().revives()) {
      return;
    }
    String bag = codes.late(cells[Layout.LATE]);
    for (int at = 0; at < bag.length(); at++) {
      if (isVain(cells, codes.messages.value(bag.charAt(at)))) {
        cells[Layout.LATE] = codes.without(cells[Layout.LATE], bag.charAt(at));
      }
    }
  }

  private boolean isVain(char[] cells, Message message) {
    Vain vain = new Vain(scene.retains());
    if (message instanceof Message.OfRecord of) {
      int at = layout.record(Scene.place(of.batch()));
      return vain.is(of, codes.records.value(cells[at]));
    }
    if (message instanceof Message.OfTransfer of) {
      int at = layout.transfer(Scene.place(of.transfer()));
      return vain.is(of, codes.transfers.value(cells[at]));
    }
    return false;
  }

  void broken(char[] cells, String promise) {
    if (cells[Layout.BROKEN] == Codes.KEPT) {
      cells[Layout.BROKEN] = codes.broken.number(promise);
    }
  }
}
