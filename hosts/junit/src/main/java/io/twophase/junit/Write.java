package io.twophase.junit;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.WriteKind;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A write by which a transaction, or a batch, comes about: where a {@link FaultScript} has
 * something go wrong. A transfer is five: begin, hold, decide, settle, finish. Writes are counted
 * from when the fault was planned. Immutable; for static import.
 */
public final class Write {

  private final String words;
  private final Function<Faults, Faults.Aim> aim;

  private Write(String words, Function<Faults, Faults.Aim> aim) {
    this.words = words;
    this.aim = aim;
  }

  /**
   * The write of this number, whatever it does.
   *
   * @param number 1 is the next
   * @throws IllegalArgumentException if it is below 1
   */
  public static Write write(int number) {
    return new Write("write", Faults::ofTransactions).number(number);
  }

  /** The record is stored: pending, with nothing held yet. */
  public static Write begin() {
    return of("begin", WriteKind.BEGIN);
  }

  /** Accounts or documents set aside what the transaction needs. */
  public static Write hold() {
    return of("hold", WriteKind.HOLD);
  }

  /** The record says that it happens. */
  public static Write decide() {
    return step("decide");
  }

  /** Accounts or documents do what was held. */
  public static Write settle() {
    return of("settle", WriteKind.SETTLE);
  }

  /** Accounts or documents give back what was held, since it does not happen. */
  public static Write release() {
    return of("release", WriteKind.RELEASE);
  }

  /** The record says that nothing is left to do. */
  public static Write finish() {
    return step("finish");
  }

  /** The record of an authorization says that all is held. */
  public static Write authorize() {
    return step("authorize");
  }

  /** The record of an authorization says that it happens. */
  public static Write capture() {
    return step("capture");
  }

  private static Write of(String words, WriteKind kind) {
    return new Write(words, faults -> faults.when(kind));
  }

  private static Write step(String step) {
    return new Write(
        step, faults -> faults.when(WriteKind.ADVANCE).where(it -> it.step().equals(step)));
  }

  /** The next such write on this account. The store makes the other writes of the call. */
  public Write on(AccountId account) {
    return narrowed(words + " on " + account, it -> it.on(account));
  }

  /** The next such write on this document. The store makes the other writes of the call. */
  public Write on(DocumentRef document) {
    return narrowed(words + " on " + document, it -> it.on(document));
  }

  /**
   * Not the next such write, but the one of this number.
   *
   * @param number 1 is the next
   * @throws IllegalArgumentException if it is below 1
   */
  public Write number(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("there is no write number " + number);
    }
    return narrowed(words + " number " + number, it -> it.after(number - 1));
  }

  private Write narrowed(String newWords, UnaryOperator<Faults.Aim> more) {
    return new Write(newWords, aim.andThen(more));
  }

  Faults.Aim in(Faults faults, String what) {
    return aim.apply(faults).described(what + " " + this);
  }

  @Override
  public String toString() {
    return words;
  }
}
