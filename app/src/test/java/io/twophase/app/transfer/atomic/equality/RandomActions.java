package io.twophase.app.transfer.atomic.equality;

import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.NewRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random batches and transfers, beside others' holds, stray holds, checks, changes of status and
 * ids that are taken.
 */
final class RandomActions {

  private static final List<String> ACCOUNTS = List.of("A", "B", "C", "D", "E");
  private static final List<String> ODD = List.of("euros", "nowhere", "old");
  private static final int LARGEST_BATCH = 8;
  private static final int LARGEST_AMOUNT = 40;

  private final Random random;
  private final List<TransferRequest> asked = new ArrayList<>();
  private final List<List<Leg>> held = new ArrayList<>();
  private int ids;

  private RandomActions(Random random) {
    this.random = random;
  }

  /** So many of a seed. */
  static List<Action> of(long seed, int number) {
    RandomActions any = new RandomActions(new Random(seed));
    List<Action> actions = new ArrayList<>();
    while (actions.size() < number) {
      actions.add(any.next());
    }
    return actions;
  }

  private Action next() {
    int kind = random.nextInt(100);
    if (kind < 35) {
      return inOrder();
    } else if (kind < 55) {
      return alone();
    } else if (kind < 63) {
      return manyLegs();
    } else if (kind < 69) {
      return inAnyOrder();
    } else if (kind < 78) {
      return othersHold();
    } else if (kind < 86) {
      return othersEnd();
    } else if (kind < 90) {
      return strayHold();
    } else if (kind < 93) {
      return checkOfAnother();
    } else if (kind < 98) {
      return status();
    }
    return tombstone();
  }

  private String anyAccount() {
    List<String> among = random.nextInt(25) == 0 ? ODD : ACCOUNTS;
    return among.get(random.nextInt(among.size()));
  }

  private TransferRequest fresh() {
    return transferOf("t" + ids++);
  }

  private TransferRequest transferOf(String id) {
    String from = anyAccount();
    String to = anyAccount();
    TransferRequest request =
        new TransferRequest(
            transactionId(id),
            accountId(from),
            accountId(to),
            cents(1 + random.nextInt(LARGEST_AMOUNT)));
    asked.add(request);
    return request;
  }

  /** Rarely one that was asked before, or another under its id. */
  private TransferRequest any() {
    if (asked.isEmpty() || random.nextInt(12) > 0) {
      return fresh();
    }
    TransferRequest before = asked.get(random.nextInt(asked.size()));
    return random.nextInt(4) > 0 ? before : transferOf(before.id().value());
  }

  private Action inOrder() {
    List<TransferRequest> rows = new ArrayList<>();
    for (int left = 1 + random.nextInt(LARGEST_BATCH); left > 0; left--) {
      rows.add(fresh());
    }
    if (random.nextInt(6) == 0) {
      TransferRequest again = any();
      rows.removeIf(row -> row.id().equals(again.id()));
      rows.add(random.nextInt(rows.size() + 1), again);
    }
    return new Action(
        "in order " + rows,
        side -> Told.of(side.twophase().transfers().transferAll(rows, Order.AS_GIVEN)));
  }

  private Action alone() {
    TransferRequest request = any();
    return new Action(
        "alone " + request, side -> Told.of(side.twophase().transfers().transfer(request)));
  }

  private Action manyLegs() {
    List<String> accounts = new ArrayList<>(ACCOUNTS);
    Collections.shuffle(accounts, random);
    int first = 1 + random.nextInt(LARGEST_AMOUNT);
    int second = 1 + random.nextInt(LARGEST_AMOUNT);
    TransactionRequest request =
        transaction("t" + ids++)
            .debit(accountId(accounts.get(0)), cents(first + second))
            .credit(accountId(accounts.get(1)), cents(first))
            .credit(accountId(accounts.get(2)), cents(second));
    return new Action("legs " + request, side -> Told.of(side.twophase().run(request)));
  }

  /** With no account in common: else it is open which of them is first. */
  private Action inAnyOrder() {
    List<String> accounts = new ArrayList<>(ACCOUNTS);
    Collections.shuffle(accounts, random);
    List<TransferRequest> requests = new ArrayList<>();
    for (int at = 0; at + 1 < accounts.size(); at += 2) {
      requests.add(
          new TransferRequest(
              transactionId("t" + ids++),
              accountId(accounts.get(at)),
              accountId(accounts.get(at + 1)),
              cents(1 + random.nextInt(LARGEST_AMOUNT))));
    }
    return new Action(
        "in any order " + requests,
        side -> Told.of(side.twophase().transfers().transferAll(requests, Order.ANY)));
  }

  private static List<Leg> legs(NewTransaction body) {
    return body.accountOperations().stream()
        .map(operation -> new Leg(body.id(), epoch(1), operation))
        .toList();
  }

  private Action othersHold() {
    List<String> accounts = new ArrayList<>(ACCOUNTS);
    Collections.shuffle(accounts, random);
    NewTransaction body =
        transfer(
            "o" + ids++,
            accounts.get(0),
            accounts.get(1),
            cents(1 + random.nextInt(LARGEST_AMOUNT)));
    held.add(legs(body));
    return new Action(
        "others hold " + body,
        side ->
            List.of(
                side.store()
                    .transactions()
                    .begin(List.of(new NewRecord.Begun(body, APP, token("another")))),
                side.store().accounts().hold(legs(body))));
  }

  private Action othersEnd() {
    if (held.isEmpty()) {
      return othersHold();
    }
    List<Leg> legs = held.remove(random.nextInt(held.size()));
    return random.nextBoolean()
        ? new Action("others settle " + legs, side -> side.store().accounts().settle(legs))
        : new Action("others release " + legs, side -> side.store().accounts().release(legs));
  }

  /** Of a transfer that is asked for later, exactly or not. */
  private Action strayHold() {
    TransferRequest request = fresh();
    List<Leg> legs =
        legs(
            transfer(
                request.id().value(),
                ACCOUNTS.get(random.nextInt(2)),
                ACCOUNTS.get(2 + random.nextInt(2)),
                random.nextBoolean()
                    ? request.amount()
                    : cents(1 + random.nextInt(LARGEST_AMOUNT))));
    return new Action("a stray hold " + legs, side -> side.store().accounts().hold(legs));
  }

  private Action checkOfAnother() {
    DocumentRef document =
        CollectionName.of("accounts").document(ACCOUNTS.get(random.nextInt(ACCOUNTS.size())));
    String id = "c" + ids++;
    return new Action(
        "a check of " + document,
        side ->
            side.store()
                .documents()
                .hold(
                    List.of(
                        new DocumentLeg(
                            side.store().home(),
                            transactionId(id),
                            epoch(1),
                            check(document, is("status", "active"))))));
  }

  private Action status() {
    String account = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    StatusChange change =
        switch (random.nextInt(8)) {
          case 0 -> StatusChange.CLOSE;
          case 1, 2, 3 -> StatusChange.FREEZE;
          default -> StatusChange.UNFREEZE;
        };
    return new Action(
        change + " " + account, side -> side.store().accounts().change(accountId(account), change));
  }

  private Action tombstone() {
    TransferRequest request = fresh();
    return new Action(
        "a tombstone of " + request.id(),
        side -> side.store().transactions().begin(List.of(new NewRecord.Tombstone(request.id()))));
  }
}
