package io.twophase.domain.hold;

/**
 * A number that transactions add to, and what may still be claimed of it. The one place with this
 * arithmetic.
 */
public record Bounds(long value, long available, long receivable) {
  public boolean allows(Range range) {
    return available >= range.debit()
        && receivable >= range.credit()
        && range.had().forAll(had -> available <= had)
        && range.could().forAll(could -> receivable <= could);
  }

  public Bounds placing(Range range) {
    return new Bounds(value, available - range.debit(), receivable - range.credit());
  }

  /** A settle by its net; a release or a withdrawal by 0. */
  public Bounds ending(Range range, long net) {
    return new Bounds(
        value + net, available + range.debit() + net, receivable + range.credit() - net);
  }
}
