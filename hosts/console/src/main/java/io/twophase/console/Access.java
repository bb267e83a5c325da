package io.twophase.console;

import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import java.util.Optional;

/** Decides who sends a request. Thread-safe. */
public interface Access {

  /** The caller of a request; none if the request does not show who that is. */
  Optional<Caller> caller(Request request);

  /** The caller who gives a secret on the page where callers sign in; none if nobody has it. */
  default Optional<Caller> signIn(String secret) {
    return Optional.empty();
  }

  /** Returns whether callers sign in on a page of the console. */
  default boolean hasSignIn() {
    return false;
  }

  /**
   * Returns whether only this machine may send requests: then the console checks the header Host.
   */
  default boolean isLocal() {
    return false;
  }

  /**
   * Everybody on this machine, without a password, by one name.
   *
   * @param name as it is written beside each action, such as that of the user of this process
   */
  static Access local(String name) {
    Caller operator = new Caller(name, io.twophase.console.http.Role.OPERATOR);
    return new Access() {
      @Override
      public Optional<Caller> caller(Request request) {
        return Optional.of(operator);
      }

      @Override
      public boolean isLocal() {
        return true;
      }
    };
  }

  /** Callers whom the host has authenticated already, such as by Spring Security. */
  static Access ofHost() {
    return Request::caller;
  }
}
