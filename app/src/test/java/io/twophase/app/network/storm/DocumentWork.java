package io.twophase.app.network.storm;

import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Random;

/** Random transactions over documents and accounts, and what a reader beside them was shown. */
final class DocumentWork implements Work {

  private static final int AT_ONCE = 8;
  private static final DocumentPlaces PLACES = DocumentPlaces.atHome();

  private final DocumentWorkload workload;
  private final DocumentLedger ledger = new DocumentLedger(PLACES);
  private ReadHistory readings = new ReadHistory();

  DocumentWork(Random random, int transactions) {
    workload = DocumentWorkload.of(random, transactions, PLACES);
  }

  @Override
  public void open(TwoPhase twoPhase) {
    DocumentWorkload.accounts().forEach(twoPhase.accounts()::open);
    twoPhase.run(workload.opening()).orElseThrow();
  }

  @Override
  public List<TransactionRequest> requests() {
    return workload.requests();
  }

  @Override
  public int mostAtOnce() {
    return AT_ONCE;
  }

  @Override
  public void ask(Party party, int from, int to, Random random) {
    Storm.submitEach(party.twoPhase(), requests().subList(from, to), this);
  }

  @Override
  public void answered(TransactionOutcome outcome) {
    ledger.answered(outcome);
  }

  @Override
  public Runnable readBeside(TwoPhase reader, Random random) {
    ReaderBeside beside = ReaderBeside.start(reader.documents(), PLACES, random);
    readings = beside.history();
    return beside::close;
  }

  @Override
  public List<String> faults(Store store, boolean readsLag) {
    return ledger.faults(store, requests(), readsLag ? readings.lagging() : readings);
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
