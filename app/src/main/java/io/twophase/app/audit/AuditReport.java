package io.twophase.app.audit;

import io.twophase.domain.event.TreeHead;
import io.twophase.domain.transaction.State;
import java.math.BigInteger;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reads and the findings of an audit.
 *
 * @param accounts how many accounts there are
 * @param transactions how many transactions are in each state that occurs
 * @param balance the sum of all balances, in minor units, by currency
 * @param opening the sum of all opening balances, in minor units, by currency
 * @param complete whether all records were there to add up; if finished ones may have expired,
 *     balances were not checked against records, only against each other
 * @param evidence the head of the tree of evidence, by its leaves; none where it was not looked at
 * @param findings what is off; empty if all is well
 */
public record AuditReport(
    long accounts,
    Map<State, Long> transactions,
    Map<Currency, BigInteger> balance,
    Map<Currency, BigInteger> opening,
    boolean complete,
    Optional<TreeHead> evidence,
    List<Finding> findings) {

  /** Returns whether nothing is off. */
  public boolean isClean() {
    return findings.isEmpty();
  }
}
