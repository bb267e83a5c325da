package io.twophase.domain.record;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import java.util.Optional;

/**
 * The worker that owns an epoch of a record, or that canceled or captured it.
 *
 * @param application whose process it is
 * @param process the running process, if others can see whether it is alive
 * @param token identifies this run's own writes
 */
public record Owner(ApplicationName application, Optional<OwnerId> process, Token token) {

  /** An owner whose process does not name itself. */
  public Owner(ApplicationName application, Token token) {
    this(application, Optional.empty(), token);
  }

  /** The owner without its process: nobody needs to ask whether the process is alive. */
  Owner unwatched() {
    return new Owner(application, token);
  }
}
