package io.twophase.app.network.storm;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random transactions over a few documents and accounts, with transfers among them or without, and
 * what is wrong with the store when all are decided and settled.
 */
public final class DocumentWorkload {

  private static final int ACCOUNTS = 24;

  private final DocumentPlaces places;
  private final List<TransactionRequest> requests = new ArrayList<>();
  private final List<Request> all = new ArrayList<>();
  private final Ledger ledger;
  private ReadHistory readings = new ReadHistory();

  DocumentWorkload(Random random, int transactions, int transfers, DocumentPlaces places) {
    this.places = places;
    DocumentRequests drawn = new DocumentRequests(random, places);
    for (int at = 0; at < transactions; at++) {
      requests.add(drawn.next(at));
    }
    all.addAll(requests);
    for (int at = 0; at < transfers; at++) {
      all.add(transfer(random, at));
    }
    Collections.shuffle(all, random);
    List<Request> asked = new ArrayList<>(all);
    asked.add(opening());
    ledger = new Ledger(accounts(), asked);
  }

  /** So many, of these numbers, over documents at these places. */
  public static DocumentWorkload of(Random random, int transactions, DocumentPlaces places) {
    return new DocumentWorkload(random, transactions, 0, places);
  }

  /**
   * A few accounts are in most of them; some are to oneself, and some to nowhere; some take as much
   * as there is.
   */
  private static TransferRequest transfer(Random random, int number) {
    TransferRequest request =
        new TransferRequest(
            transactionId("transfer" + number),
            accountId("a" + random.nextInt(random.nextBoolean() ? 4 : ACCOUNTS)),
            accountId("a" + random.nextInt(ACCOUNTS + 1)),
            cents(1 + random.nextInt(60)));
    return number % 7 == 3 ? request.takingAtMost() : request;
  }

  /** The transactions over documents. */
  public List<TransactionRequest> requests() {
    return requests;
  }

  /** These and the transfers, in the order in which they are asked. */
  List<Request> all() {
    return all;
  }

  /** What has to be run before them. */
  public TransactionRequest opening() {
    return DocumentRequests.opening(places);
  }

  /** The accounts, some of which are poor. */
  public static List<Opening> accounts() {
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < ACCOUNTS; at++) {
      openings.add(account("a" + at).opening(cents(at % 3 == 0 ? 40 : 100_000)));
    }
    return openings;
  }

  void open(TwoPhase twoPhase) {
    accounts().forEach(twoPhase.accounts()::open);
    twoPhase.run(opening()).orElseThrow();
  }

  /** A caller had this answer, of which the records are to say the same. */
  public void answered(TransactionOutcome outcome) {
    ledger.answered(outcome);
  }

  /** Reads beside the engines until it is closed. */
  ReaderBeside readBeside(TwoPhase reader, Random random) {
    ReaderBeside beside = ReaderBeside.start(reader.documents(), places, random);
    readings = beside.history();
    return beside;
  }

  /**
   * Compares, at rest: each line says what is wrong.
   *
   * @param readsLag whether a read may be of a moment before its call
   */
  List<String> faults(Store store, boolean readsLag) {
    return faults(store, readsLag ? readings.lagging() : readings);
  }

  /**
   * What the documents are that the records do not say, and what a reader was shown that never was;
   * each line says what is wrong.
   */
  public List<String> faults(Store store, ReadHistory read) {
    List<String> faults = ledger.faults(store);
    faults.addAll(ledger.faultsOfStatements(store));
    faults.addAll(new DocumentLedger(places, ledger.records()).faults(store, read));
    return faults;
  }

  /** The number of transactions that records of several have decided. */
  long ofMany() {
    return ledger.ofMany();
  }

  @Override
  public String toString() {
    return ledger + "; readings " + readings;
  }
}
