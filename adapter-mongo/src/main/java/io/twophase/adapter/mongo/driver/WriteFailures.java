package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoException;
import io.twophase.adapter.mongo.failure.DriverErrors;
import io.twophase.adapter.mongo.failure.DriverErrors.Verdict;
import io.twophase.ports.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is thrown, or answered, where a command that writes has failed. */
public record WriteFailures(DriverErrors errors) {

  private static final Logger LOG = LoggerFactory.getLogger(WriteFailures.class);

  /**
   * Takes the error of one write of a command.
   *
   * @param what the write, such as {@code update bank.accounts}
   * @throws StoreException if it was refused for certain
   */
  void requireDoubt(String what, int code, String message, MongoException answered) {
    if (DriverErrors.ofCode(code) == Verdict.REFUSED) {
      throw refusal(what, code, message, answered);
    }
  }

  /** The exception for a write that was refused for certain. */
  public RefusedWriteException refusal(
      String what, int code, String message, MongoException answered) {
    return refusal(code, errors.refused(what, code, message, answered));
  }

  private static RefusedWriteException refusal(int code, StoreException refused) {
    return DriverErrors.isTooLarge(code)
        ? new TooLargeException(refused)
        : new RefusedWriteException(refused);
  }

  /**
   * In doubt, unless it is certain that nothing was done.
   *
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent
   * @throws StoreException if the command was refused
   */
  public <T> Answer<T> failed(String what, MongoException failed) {
    return switch (DriverErrors.ofWrite(failed)) {
      case NOT_SENT -> throw errors.unavailable(failed);
      case REFUSED -> throw refusal(failed.getCode(), errors.refused(what, failed));
      case IN_DOUBT -> inDoubt(what, failed);
    };
  }

  /** The answer of a command of which nothing is certain. */
  public <T> Answer<T> inDoubt(String what, MongoException failed) {
    LOG.info("in doubt: {}: {}: {}", errors.store(), what, failed.toString());
    return Answer.inDoubt();
  }
}
