package io.twophase.planted.purity.app.audit;

/** The audit reports; it does not print. */
final class Prints {

  void print(String finding) {
    System.out.println(finding);
  }
}
