package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.range.RangeHold;
import io.vavr.control.Option;

/** What was there before batches' holds; and which of them were there at the decision. */
record Rooms(Scene scene, Layout layout, Codes codes) {

  /** A message to the account has changed it. */
  void change(char[] cells, int account, char before, Message.OnRange message) {
    int at = layout.room(Scene.place(message.batch()), account);
    cells[at] = room(cells, cells[at], before, cells[layout.account(account)], message);
  }

  /** The batch is decided: what it holds, but for what came late, must be gone at its end. */
  void decide(char[] cells, int batch) {
    for (int at = 0; at < scene.accounts().size(); at++) {
      int room = layout.room(batch, at);
      boolean isHeld = codes.rooms.value(cells[room]).exists(bounds -> !bounds.late());
      cells[room] = isHeld ? Codes.HELD : 0;
    }
  }

  /**
   * The bounds before a hold are remembered as long as it is there. Once the batch is decided,
   * nobody asks for them.
   */
  private char room(char[] cells, char room, char before, char after, Message.OnRange message) {
    Account then = codes.accounts.value(before).get();
    Option<RangeHold> hold = codes.accounts.value(after).get().ranges().get(message.batch());
    if (hold.isEmpty()) {
      return 0;
    }
    if (record(cells, message).exists(record -> record.state().isDecided())) {
      return room;
    }
    boolean isLate =
        record(cells, message).forAll(record -> hold.get().epoch().olderThan(record.epoch()));
    Codes.Bounds bounds =
        codes
            .rooms
            .value(room)
            .getOrElse(new Codes.Bounds(then.available(), then.receivable(), isLate));
    return codes.rooms.number(
        Option.some(new Codes.Bounds(bounds.available(), bounds.receivable(), isLate)));
  }

  private Option<BatchRecord> record(char[] cells, Message.OnRange message) {
    return codes.records.value(cells[layout.keptRecord(Scene.place(message.batch()))]);
  }
}
