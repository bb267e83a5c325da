package io.twophase.spring.console;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.security.web.csrf.CsrfToken;

/** The field by which Spring Security knows its own forms. Loaded only where the host has it. */
final class GuardField {

  private GuardField() {}

  /** The field and its value; nothing where the host's guard against forged requests is off. */
  static Map<String, String> of(HttpServletRequest request) {
    return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
        ? Map.of(token.getParameterName(), token.getToken())
        : Map.of();
  }
}
