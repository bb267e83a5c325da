package io.twophase.adapter.mongo.call;

import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.InsertOutcome;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.TooLargeException;
import java.util.List;

/** What came of the {@link FirstWrites} of a part. Each is asked for once, the updates first. */
public interface FirstAnswers {

  /**
   * What the updates matched; in doubt if any is. Not asked for where there are none.
   *
   * @throws RefusedWriteException if one is refused for certain: those before it were made, and
   *     those behind it were not; a {@link TooLargeException} if it makes a document too large, or
   *     is too large itself
   */
  Answer<Matches> updates();

  /**
   * What became of each insert. Not asked for where there are none.
   *
   * @throws RefusedWriteException if one is refused for certain, and not because its key is taken
   */
  List<InsertOutcome> inserts();
}
