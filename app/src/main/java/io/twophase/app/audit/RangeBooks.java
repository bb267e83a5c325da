package io.twophase.app.audit;

import io.twophase.domain.account.Account;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks what batches hold of the accounts against their records. */
final class RangeBooks {

  private final Records records;
  private final List<HeldOn> held = new ArrayList<>();

  private record HeldOn(Account account, RangeHold hold) {}

  RangeBooks(Records records) {
    this.records = records;
  }

  /** What the account's balance still lacks of an applied batch, because this is not settled. */
  BigInteger unsettled(Account account, RangeHold hold) {
    held.add(new HeldOn(account, hold));
    BigInteger unsettled = BigInteger.ZERO;
    for (Transaction member : records.unfinishedOf(hold.batch())) {
      if (member.state() == State.APPLIED && member.epoch().equals(hold.epoch())) {
        unsettled = unsettled.add(moved(member, account.id()));
      }
    }
    return unsettled;
  }

  private static BigInteger moved(Transaction member, AccountId account) {
    BigInteger moved = BigInteger.ZERO;
    for (AccountOperation operation : member.accountOperations()) {
      if (operation.account().equals(account)) {
        moved = moved.add(Records.signed(operation));
      }
    }
    return moved;
  }

  /** What is off with the ranges, by the records as they are now. */
  List<Finding> findings(Option<BatchRepository> batches) {
    List<Finding> findings = new ArrayList<>();
    for (BatchRepository there : batches) {
      List<BatchId> ids = held.stream().map(one -> one.hold().batch()).distinct().toList();
      List<BatchLookup> lookups = there.find(ids);
      Map<BatchId, BatchLookup> read = new HashMap<>();
      for (int at = 0; at < ids.size(); at++) {
        read.put(ids.get(at), lookups.get(at));
      }
      for (HeldOn one : held) {
        Objects.requireNonNull(read.get(one.hold().batch()))
            .fold(
                found -> finding(one, found.record()),
                absent ->
                    finding(one, Finding.Kind.HOLD_WITHOUT_RECORD, words(one) + ", no record"),
                unreadable -> Option.<Finding>none())
            .forEach(findings::add);
      }
    }
    return findings;
  }

  private static Option<Finding> finding(HeldOn one, BatchRecord record) {
    boolean isAtItsEpoch = record.epoch().equals(one.hold().epoch());
    if (record.state() == State.DONE && isAtItsEpoch) {
      return finding(
          one,
          Finding.Kind.SETTLE_MISSED,
          words(one) + ", which is done, and has not been settled here");
    }
    if (record.state().isFinal()) {
      return finding(
          one,
          Finding.Kind.HOLD_OF_FINISHED,
          words(one) + ", which is " + FindingText.lower(record.state()));
    }
    return record.epoch().olderThan(one.hold().epoch())
        ? finding(
            one,
            Finding.Kind.HOLD_DIFFERS,
            words(one) + " at epoch " + one.hold().epoch() + ", its record is at " + record.epoch())
        : Option.none();
  }

  private static Option<Finding> finding(HeldOn one, Finding.Kind kind, String detail) {
    return Option.some(new Finding(kind, one.account().id().value(), detail));
  }

  private static String words(HeldOn one) {
    return "holds a range of "
        + text(one, one.hold().range().debit())
        + " to pay and "
        + text(one, one.hold().range().credit())
        + " to receive for "
        + one.hold().batch();
  }

  private static String text(HeldOn one, long minor) {
    return new Money(minor, one.account().currency()).toString();
  }
}
