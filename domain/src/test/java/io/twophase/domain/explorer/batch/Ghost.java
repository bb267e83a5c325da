package io.twophase.domain.explorer.batch;

import io.vavr.collection.Set;
import io.vavr.collection.TreeSet;
import io.vavr.collection.Vector;

/**
 * What is decided, which nothing stored says as such.
 *
 * @param balances of the accounts, as of all decisions
 * @param applied the transfers that happen
 */
record Ghost(Vector<Long> balances, Set<Integer> applied) {

  static Ghost at(Scene scene) {
    return new Ghost(
        Vector.ofAll(scene.accounts())
            .map(account -> account.map(there -> there.balance()).getOrElse(0L)),
        TreeSet.empty());
  }

  Ghost applying(int transfer, int from, int to, long amount) {
    return new Ghost(
        balances.update(from, balance -> balance - amount).update(to, balance -> balance + amount),
        applied.add(transfer));
  }
}
