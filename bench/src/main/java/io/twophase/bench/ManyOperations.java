package io.twophase.bench;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.bench.competitor.Competitor;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import io.twophase.bench.competitor.Ledger;
import io.twophase.domain.document.FieldChange;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/**
 * Transactions of so many operations, one at a time: one half adds to number fields of one
 * collection's documents, the other changes documents of another. A transfer's source says with
 * which document it begins; the others follow.
 */
final class ManyOperations implements Competitor {

  /** The number of documents of each collection. */
  static final int DOCUMENTS = 64;

  private static final String STOCK = "stock";
  private static final String PARTS = "parts";
  private static final String NUMBER = "number";

  /** The operations of each transaction by which the number fields are opened. */
  private static final int OPENING = 64;

  private final Host host;
  private final Ledger ledger;
  private final int operations;

  /**
   * On this database.
   *
   * @param operations of each transaction: even, and no more than twice the documents
   */
  ManyOperations(Ledger ledger, int operations) {
    this.host = new Host(ledger);
    this.ledger = ledger;
    this.operations = operations;
  }

  /** Adds to each number field once: the first addition to a field is another than those after. */
  @Override
  public void open(int accounts, long balance) {
    for (String collection : List.of(STOCK, PARTS)) {
      Ledger.fill(ledger.collection(collection), 0, DOCUMENTS, ManyOperations::document);
    }
    for (int first = 0; first < DOCUMENTS; first += OPENING / 2) {
      host.twoPhase().run(request(first, OPENING)).orElseThrow();
    }
  }

  private static BsonDocument document(long number) {
    return new BsonDocument("_id", new BsonInt32((int) number)).append(NUMBER, new BsonInt64(0));
  }

  @Override
  public int run(List<BenchTransfer> transfers, AnswerListener listener) {
    return Competitor.oneByOne(
        transfers,
        listener,
        transfer -> {
          TransactionRequest request = request(transfer.source(), operations);
          return () -> host.twoPhase().run(request).isApplied();
        });
  }

  private TransactionRequest request(int first, int size) {
    TransactionRequest request = TransactionRequest.of(host.id());
    for (int at = first; at < first + size / 2; at++) {
      request =
          request
              .add(TwoPhase.document(STOCK, at % DOCUMENTS), NUMBER, 1)
              .change(TwoPhase.document(PARTS, at % DOCUMENTS), FieldChange.inc(NUMBER, 1L));
    }
    return request;
  }

  /**
   * Returns what the audit finds, and where the fields are not what all transactions have made of
   * them.
   */
  @Override
  public List<String> findings() {
    List<String> findings = new ArrayList<>(host.findings());
    long openings = 2 * DOCUMENTS / OPENING;
    long others = ledger.collection(Ledger.TRANSACTIONS).countDocuments() - openings;
    long expected = DOCUMENTS + others * operations / 2;
    for (String collection : List.of(STOCK, PARTS)) {
      long sum = 0;
      for (BsonDocument document : ledger.collection(collection).find()) {
        sum += document.getInt64(NUMBER).getValue();
      }
      if (sum != expected) {
        findings.add(
            "transactions of %s operations: all numbers of %s together are %s, and should be %s"
                .formatted(operations, collection, sum, expected));
      }
    }
    return findings;
  }

  @Override
  public void close() {
    host.close();
  }
}
