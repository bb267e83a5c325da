package io.twophase.app.network.storm;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.account.Opening;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random transactions over a few documents and accounts, and what is wrong with the store when all
 * are decided and settled.
 *
 * @param requests the transactions
 */
public record DocumentWorkload(List<TransactionRequest> requests) {

  /** So many, of these numbers. */
  public static DocumentWorkload of(Random random, int transactions) {
    DocumentRequests drawn = new DocumentRequests(random);
    List<TransactionRequest> requests = new ArrayList<>();
    for (int at = 0; at < transactions; at++) {
      requests.add(drawn.next(at));
    }
    return new DocumentWorkload(requests);
  }

  /** What has to be run before them. */
  public static TransactionRequest opening() {
    return DocumentRequests.opening();
  }

  /** The accounts, one of which is poor. */
  public static List<Opening> accounts() {
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < DocumentRequests.ACCOUNTS; at++) {
      openings.add(account("a" + at).opening(cents(at == 0 ? 40 : 100_000)));
    }
    return openings;
  }

  /** What the documents are that the records do not say; each line says what is wrong. */
  public List<String> faults(Store store) {
    return new DocumentLedger().faults(store, requests);
  }
}
