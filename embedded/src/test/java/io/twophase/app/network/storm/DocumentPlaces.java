package io.twophase.app.network.storm;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The documents that random transactions are over, and where they are.
 *
 * @param cluster where every other one of each kind is; nothing if all are at home
 */
public record DocumentPlaces(Optional<String> cluster) {

  static final int STOCKS = 4;
  static final int LOGS = 5;
  static final int SLOTS = 3;
  static final int PAIRS = 2;

  /** All of them at home. */
  public static DocumentPlaces atHome() {
    return new DocumentPlaces(Optional.empty());
  }

  /** Every other one on a cluster beside the home. */
  public static DocumentPlaces everyOtherOn(String cluster) {
    return new DocumentPlaces(Optional.of(cluster));
  }

  DocumentRef stock(int number) {
    return document("stocks", number);
  }

  DocumentRef log(int number) {
    return document("logs", number);
  }

  DocumentRef slot(int number) {
    return document("slots", number);
  }

  /** Of a slot: changed with it, since a slot that is not there can name nobody. */
  DocumentRef journal(int slot) {
    return document("journals", slot);
  }

  /** One of a pair of doctors: of pair 0, they are 0 and 1. */
  DocumentRef doctor(int number) {
    return document("doctors", number);
  }

  private DocumentRef document(String collection, int number) {
    CollectionName name = CollectionName.of(collection);
    boolean isAway = number % 2 == 1;
    return cluster
        .filter(any -> isAway)
        .map(name::onCluster)
        .orElseGet(() -> name)
        .document(number);
  }

  /** Those that name the transactions that changed them, in the order of the decisions. */
  List<DocumentRef> signed() {
    List<DocumentRef> signed = new ArrayList<>();
    for (int at = 0; at < LOGS; at++) {
      signed.add(log(at));
    }
    for (int at = 0; at < SLOTS; at++) {
      signed.add(journal(at));
    }
    for (int at = 0; at < 2 * PAIRS; at++) {
      signed.add(doctor(at));
    }
    return signed;
  }

  /** All documents. */
  List<DocumentRef> all() {
    List<DocumentRef> all = new ArrayList<>(signed());
    all.addAll(stocks());
    for (int at = 0; at < SLOTS; at++) {
      all.add(slot(at));
    }
    return all;
  }

  List<DocumentRef> stocks() {
    List<DocumentRef> stocks = new ArrayList<>();
    for (int at = 0; at < STOCKS; at++) {
      stocks.add(stock(at));
    }
    return stocks;
  }
}
