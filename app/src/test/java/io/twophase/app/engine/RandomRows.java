package io.twophase.app.engine;

import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Random accounts, documents and transactions. */
final class RandomRows {

  private RandomRows() {}

  /** Random transactions, and worlds of the same random accounts and documents. */
  static List<NewTransaction> sameRandomRows(Random random, RecordWorld... worlds) {
    List<Opening> openings = openings(random);
    Map<DocumentRef, Fields> documents = documents(random);
    for (RecordWorld world : worlds) {
      world.fill(openings, documents);
    }
    return rows(random);
  }

  /** Random transactions, of the same ids each time. */
  static List<NewTransaction> rows(Random random) {
    List<NewTransaction> rows = new ArrayList<>();
    boolean plain = random.nextBoolean();
    for (int number = 0; number < 1 + random.nextInt(20); number++) {
      String id = "r" + number;
      if (plain) {
        transfer(random, id).transaction().forEach(rows::add);
      } else {
        transaction(random, id).transaction().forEach(rows::add);
      }
    }
    return rows;
  }

  /** Accounts of random figures. */
  private static List<Opening> openings(Random random) {
    List<Opening> openings = new ArrayList<>();
    for (int number = 0; number < RecordWorld.ACCOUNTS; number++) {
      long balance = random.nextInt(40);
      openings.add(
          Opening.of(
                  RecordWorld.accountId(number),
                  Fixtures.cents(balance),
                  Fixtures.cents(random.nextInt(3) == 0 ? 20 : 0),
                  random.nextInt(3) == 0
                      ? Optional.of(Fixtures.cents(balance + 30))
                      : Optional.empty())
              .get());
    }
    return openings;
  }

  /** Documents of random fields; some are not there. */
  private static Map<DocumentRef, Fields> documents(Random random) {
    Map<DocumentRef, Fields> documents = new TreeMap<>();
    for (int number = 0; number < RecordWorld.DOCUMENTS; number++) {
      if (random.nextInt(4) > 0) {
        documents.put(
            RecordWorld.documentRef(number), Fields.of(Map.of("n", random.nextInt(10), "s", "x")));
      }
    }
    return documents;
  }

  /** A random transfer. */
  private static TransferRequest transfer(Random random, String id) {
    int source = random.nextInt(RecordWorld.ACCOUNTS);
    int destination =
        (source + 1 + random.nextInt(RecordWorld.ACCOUNTS - 1)) % RecordWorld.ACCOUNTS;
    return new TransferRequest(
        new TransactionId(id),
        RecordWorld.accountId(source),
        RecordWorld.accountId(destination),
        Fixtures.cents(1 + random.nextInt(25)));
  }

  /** A random transaction: money, documents, or both. */
  private static TransactionRequest transaction(Random random, String id) {
    TransactionRequest request = TwoPhase.transaction(id);
    int kind = random.nextInt(10);
    if (kind < 6) {
      request = money(random, request, kind == 0);
    }
    if (kind > 3) {
      int first = random.nextInt(RecordWorld.DOCUMENTS);
      request = onDocument(random, request, RecordWorld.documentRef(first));
      if (random.nextInt(3) == 0) {
        request =
            onDocument(
                random, request, RecordWorld.documentRef((first + 1) % RecordWorld.DOCUMENTS));
      }
    }
    return request;
  }

  /** A random payment. */
  private static TransactionRequest money(
      Random random, TransactionRequest request, boolean atMost) {
    int source = random.nextInt(RecordWorld.ACCOUNTS);
    int amount = 1 + random.nextInt(25);
    AccountId from = RecordWorld.accountId(source);
    AccountId to = RecordWorld.accountId((source + 1) % RecordWorld.ACCOUNTS);
    if (atMost) {
      return request.debitAtMost(from, Fixtures.cents(amount)).credit(to, Fixtures.cents(amount));
    }
    int part = random.nextInt(amount);
    TransactionRequest debited = request.debit(from, Fixtures.cents(amount));
    return part == 0
        ? debited.credit(to, Fixtures.cents(amount))
        : debited
            .credit(to, Fixtures.cents(part))
            .credit(
                RecordWorld.accountId((source + 2) % RecordWorld.ACCOUNTS),
                Fixtures.cents(amount - part));
  }

  private static TransactionRequest onDocument(
      Random random, TransactionRequest request, DocumentRef document) {
    return switch (random.nextInt(7)) {
      case 0 -> request.insert(document, Map.of("n", random.nextInt(10), "s", "new"));
      case 1 -> request.remove(document);
      case 2 -> request.check(document, where("s").equalTo("x"));
      case 3 -> request.absent(document);
      case 4 -> request.change(document, where("s").equalTo("x"), set("s", "y"));
      case 5 -> request.change(document, inc("m", 1), set("s", "x"));
      default -> request.add(document, "n", random.nextBoolean() ? 3 : -4, 0, 12);
    };
  }
}
