package io.twophase.app.network.storm;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Random;

/** The requests of a storm, and their judge. */
interface Work {

  /** Opens the accounts and inserts the documents that the requests are over. */
  void open(TwoPhase twoPhase);

  /** The requests, in the order in which they are asked. */
  List<? extends Request> requests();

  /** The most requests that one engine asks for at once. */
  int mostAtOnce();

  /** Asks for some of the requests, and returns when each was answered or had no answer. */
  void ask(Party party, int from, int to, Random random);

  /** A caller had this answer. */
  void answered(TransactionOutcome outcome);

  /** Reads beside the engines until it is closed. */
  default Runnable readBeside(TwoPhase reader, Random random) {
    return () -> {};
  }

  /**
   * Compares, at rest: each line says what is wrong.
   *
   * @param readsLag whether a read may be of a moment before its call
   */
  List<String> faults(Store store, boolean readsLag);

  /** The number of transactions that records of several have decided. */
  long ofMany();
}
