package io.twophase.app.network.storm;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.account.Opening;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random transactions over a few documents and accounts, and what is wrong with the store when all
 * are decided and settled.
 */
public final class DocumentWorkload implements Work {

  private static final int AT_ONCE = 8;

  private final DocumentPlaces places;
  private final List<TransactionRequest> requests = new ArrayList<>();
  private final Ledger ledger;
  private ReadHistory readings = new ReadHistory();

  private DocumentWorkload(Random random, int transactions, DocumentPlaces places) {
    this.places = places;
    DocumentRequests drawn = new DocumentRequests(random, places);
    for (int at = 0; at < transactions; at++) {
      requests.add(drawn.next(at));
    }
    List<Request> asked = new ArrayList<>(requests);
    asked.add(opening());
    ledger = new Ledger(accounts(), asked);
  }

  /** So many, of these numbers, over documents at these places. */
  public static DocumentWorkload of(Random random, int transactions, DocumentPlaces places) {
    return new DocumentWorkload(random, transactions, places);
  }

  @Override
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

  @Override
  public void open(TwoPhase twoPhase) {
    accounts().forEach(twoPhase.accounts()::open);
    twoPhase.run(opening()).orElseThrow();
  }

  @Override
  public int mostAtOnce() {
    return AT_ONCE;
  }

  @Override
  public void ask(Party party, int from, int to, Random random) {
    Storm.submitEach(party.twoPhase(), requests.subList(from, to), this);
  }

  /** A caller had this answer, of which the records are to say the same. */
  @Override
  public void answered(TransactionOutcome outcome) {
    ledger.answered(outcome);
  }

  @Override
  public Runnable readBeside(TwoPhase reader, Random random) {
    ReaderBeside beside = ReaderBeside.start(reader.documents(), places, random);
    readings = beside.history();
    return beside::close;
  }

  @Override
  public List<String> faults(Store store, boolean readsLag) {
    return faults(store, readsLag ? readings.lagging() : readings);
  }

  /**
   * What the documents are that the records do not say, and what a reader was shown that never was;
   * each line says what is wrong.
   */
  public List<String> faults(Store store, ReadHistory read) {
    List<String> faults = ledger.faults(store);
    faults.addAll(new DocumentLedger(places, ledger.records()).faults(store, read));
    return faults;
  }

  @Override
  public long ofMany() {
    return ledger.ofMany();
  }

  @Override
  public String toString() {
    return ledger + "; readings " + readings;
  }
}
