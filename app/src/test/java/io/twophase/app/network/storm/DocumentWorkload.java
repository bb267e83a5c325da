package io.twophase.app.network.storm;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.account.Opening;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Random transactions over a few documents and accounts, and what is wrong with the store when all
 * are decided and settled.
 */
public final class DocumentWorkload {

  private final DocumentPlaces places;
  private final List<TransactionRequest> requests = new ArrayList<>();
  private final Queue<TransactionOutcome> answers = new ConcurrentLinkedQueue<>();

  private DocumentWorkload(DocumentPlaces places) {
    this.places = places;
  }

  /** So many, of these numbers, over documents at these places. */
  public static DocumentWorkload of(Random random, int transactions, DocumentPlaces places) {
    DocumentWorkload workload = new DocumentWorkload(places);
    DocumentRequests drawn = new DocumentRequests(random, places);
    for (int at = 0; at < transactions; at++) {
      workload.requests.add(drawn.next(at));
    }
    return workload;
  }

  /** The transactions. */
  public List<TransactionRequest> requests() {
    return requests;
  }

  /** What has to be run before them. */
  public TransactionRequest opening() {
    return DocumentRequests.opening(places);
  }

  /** The accounts, one of which is poor. */
  public static List<Opening> accounts() {
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < DocumentRequests.ACCOUNTS; at++) {
      openings.add(account("a" + at).opening(cents(at == 0 ? 40 : 100_000)));
    }
    return openings;
  }

  /** A caller had this answer, of which the records are to say the same. */
  public void answered(TransactionOutcome outcome) {
    answers.add(outcome);
  }

  /**
   * What the documents are that the records do not say, and what a reader was shown that never was;
   * each line says what is wrong.
   */
  public List<String> faults(Store store, ReadHistory readings) {
    DocumentLedger ledger = new DocumentLedger(places);
    answers.forEach(ledger::answered);
    return ledger.faults(store, requests, readings);
  }
}
